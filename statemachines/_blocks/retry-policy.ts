import { Duration } from 'aws-cdk-lib';
import { JitterType, type RetryProps } from 'aws-cdk-lib/aws-stepfunctions';

/** Lambda's own failures; the last three are a function that ran into its timeout or died, and steps are safe to repeat. */
const LAMBDA_SERVICE = [
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.Unknown',
  'Sandbox.Timedout',
  'Runtime.ExitError',
];

/**
 * Up to 2, 4, 8, 16, 32, 60, 60, 60 s: full jitter takes any part of each, so a backend may be away for two minutes on
 * average, four at most, beside what the attempts themselves take, before a cluster suffers
 * (docs/spec/design.md#retries-in-the-state-machines).
 */
const patiently = {
  interval: Duration.seconds(2),
  backoffRate: 2,
  maxAttempts: 8,
  maxDelay: Duration.seconds(60),
  jitterStrategy: JitterType.FULL,
} satisfies RetryProps;

/** Two writers of one record: who lost reads again at once, so the waits are short: 13 s in all at most. */
const VERSION_CONFLICT: RetryProps = {
  errors: ['Conflict'],
  interval: Duration.seconds(1),
  backoffRate: 1.5,
  maxAttempts: 5,
  maxDelay: Duration.seconds(5),
  jitterStrategy: JitterType.FULL,
};

/**
 * A queue, not a failure: others are at work at this provider, or in as many processes of the function as may be. At the same
 * pace each time, since nothing gets worse by asking; five minutes on average, ten at most.
 */
const ITS_TURN: RetryProps = {
  errors: ['ProviderBusy', 'Lambda.TooManyRequestsException'],
  interval: Duration.seconds(2),
  backoffRate: 1,
  maxAttempts: 300,
  jitterStrategy: JitterType.FULL,
};

const BACKENDS = ['BackendUnavailable', 'BackendThrottled'];

/** For calls: a state's timeout is a lost call, to be made again. */
export const CALL_RETRY: readonly RetryProps[] = [
  VERSION_CONFLICT,
  ITS_TURN,
  { ...patiently, errors: [...BACKENDS, ...LAMBDA_SERVICE, 'States.Timeout'] },
];
/** For callback tasks: their timeout is the fallback look, not a failure (docs/spec/design.md#waiting-is-woken). */
export const WAIT_RETRY: readonly RetryProps[] = [
  VERSION_CONFLICT,
  ITS_TURN,
  { ...patiently, errors: [...BACKENDS, ...LAMBDA_SERVICE] },
];
/** For starting a child: only what says that it was not started. */
export const START_RETRY: readonly RetryProps[] = [
  { ...patiently, errors: ['StepFunctions.ExecutionLimitExceededException', 'StepFunctions.SdkClientException'] },
];
