import { Duration } from 'aws-cdk-lib';
import { JitterType, type RetryProps } from 'aws-cdk-lib/aws-stepfunctions';

/**
 * Errors of Lambda itself. The last three mean that a function timed out or died; a retry is safe, because steps are
 * safe to repeat.
 */
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
 * Pauses of up to 2, 4, 8, 16, 32, 60, 60, 60 s; full jitter takes any part of each. So before a cluster fails, a
 * backend may be unavailable for two minutes on average and four at most, not counting the attempts themselves
 * (docs/spec/design.md#retries-in-the-state-machines).
 */
const patiently = {
  interval: Duration.seconds(2),
  backoffRate: 2,
  maxAttempts: 8,
  maxDelay: Duration.seconds(60),
  jitterStrategy: JitterType.FULL,
} satisfies RetryProps;

/**
 * After a conflict of two writers, the step reads the record again. Another writer needs little time, so pauses are
 * short: 13 s in all at most.
 */
const VERSION_CONFLICT: RetryProps = {
  errors: ['Conflict'],
  interval: Duration.seconds(1),
  backoffRate: 1.5,
  maxAttempts: 5,
  maxDelay: Duration.seconds(5),
  jitterStrategy: JitterType.FULL,
};

/**
 * Waiting for a slot is not a failure. Other steps use the provider, or all permitted processes of the function are
 * busy. Pauses do not grow, because asking again does no harm. Together they take five minutes on average and ten at
 * most.
 */
const ITS_TURN: RetryProps = {
  errors: ['ProviderBusy', 'Lambda.TooManyRequestsException'],
  interval: Duration.seconds(2),
  backoffRate: 1,
  maxAttempts: 300,
  jitterStrategy: JitterType.FULL,
};

const BACKENDS = ['BackendUnavailable', 'BackendThrottled'];

/** Retries of calls. A state's timeout means that the call was lost, so the call is repeated. */
export const CALL_RETRY: readonly RetryProps[] = [
  VERSION_CONFLICT,
  ITS_TURN,
  { ...patiently, errors: [...BACKENDS, ...LAMBDA_SERVICE, 'States.Timeout'] },
];
/**
 * Retries of callback tasks. Their timeout is not retried: it leads to the next look
 * (docs/spec/design.md#waiting-is-woken).
 */
export const WAIT_RETRY: readonly RetryProps[] = [
  VERSION_CONFLICT,
  ITS_TURN,
  { ...patiently, errors: [...BACKENDS, ...LAMBDA_SERVICE] },
];
/** Retries of starting another state machine. Only errors that prove that it was not started. */
export const START_RETRY: readonly RetryProps[] = [
  { ...patiently, errors: ['StepFunctions.ExecutionLimitExceededException', 'StepFunctions.SdkClientException'] },
];
