import { Duration } from 'aws-cdk-lib';
import { JitterType, type RetryProps } from 'aws-cdk-lib/aws-stepfunctions';

/** Lambda's own failures. The last three mean that a function timed out or died; steps are safe to repeat. */
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
 * Up to 2, 4, 8, 16, 32, 60, 60, 60 s. Full jitter takes any part of each. So a backend may be down for two minutes on
 * average and four at most, besides the time of the attempts, before a cluster fails
 * (docs/spec/design.md#retries-in-the-state-machines).
 */
const patiently = {
  interval: Duration.seconds(2),
  backoffRate: 2,
  maxAttempts: 8,
  maxDelay: Duration.seconds(60),
  jitterStrategy: JitterType.FULL,
} satisfies RetryProps;

/** Two writers of one record: the loser reads again at once, so pauses are short: 13 s in all at most. */
const VERSION_CONFLICT: RetryProps = {
  errors: ['Conflict'],
  interval: Duration.seconds(1),
  backoffRate: 1.5,
  maxAttempts: 5,
  maxDelay: Duration.seconds(5),
  jitterStrategy: JitterType.FULL,
};

/**
 * Waiting for a turn is not a failure: others run at this provider, or in all permitted processes of the function. The
 * pace stays the same, because asking does no harm; five minutes on average, ten at most.
 */
const ITS_TURN: RetryProps = {
  errors: ['ProviderBusy', 'Lambda.TooManyRequestsException'],
  interval: Duration.seconds(2),
  backoffRate: 1,
  maxAttempts: 300,
  jitterStrategy: JitterType.FULL,
};

const BACKENDS = ['BackendUnavailable', 'BackendThrottled'];

/** For calls: a state's timeout is a lost call, which is repeated. */
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
/** For starting a child: only errors that prove that it was not started. */
export const START_RETRY: readonly RetryProps[] = [
  { ...patiently, errors: ['StepFunctions.ExecutionLimitExceededException', 'StepFunctions.SdkClientException'] },
];
