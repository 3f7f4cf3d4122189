import { Duration } from 'aws-cdk-lib';
import { JitterType, type RetryProps } from 'aws-cdk-lib/aws-stepfunctions';
import { type StepContract, steps } from '#shared/contracts/steps';

/**
 * Errors of Lambda itself. The last three mean that a function timed out or died. They can be retried, because steps
 * are safe to repeat.
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
 * Maximum pauses of 2, 4, 8, 16, 32, 60, 60 and 60 s. With full jitter, each pause is a random part of its maximum. All
 * pauses together take two minutes on average and four at most. A backend may be unavailable for this time before a
 * cluster fails. The time of the attempts themselves is not counted
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
 * After a conflict with another writer, the step starts again and reads the new record. Writers are quick, so pauses
 * are short: at most 13 s together.
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
 * The step waits for its turn, because other steps have the provider's slots, or the function has reached its limit of
 * concurrent executions. This is no failure. An attempt costs little, so pauses do not grow. All pauses together take
 * five minutes on average and ten at most.
 */
const ITS_TURN: RetryProps = {
  errors: ['ProviderBusy', 'Lambda.TooManyRequestsException'],
  interval: Duration.seconds(2),
  backoffRate: 1,
  maxAttempts: 300,
  jitterStrategy: JitterType.FULL,
};

const BACKENDS = ['BackendUnavailable', 'BackendThrottled'];

const asksManagement = ({ name }: Step): boolean =>
  name.startsWith('cluster-api.') ||
  name === steps.watch.watchClusterApi.name ||
  name === steps.openstack.planClusterApi.name;

/**
 * During an upgrade, a management cluster may be unavailable for minutes. The clusters that it manages keep running.
 * The pauses between all attempts add up to a quarter of an hour on average (decision 102).
 */
const MANAGEMENT_AWAY: RetryProps = { ...patiently, maxAttempts: 35, errors: BACKENDS };

type Step = Pick<StepContract<object, object>, 'name'>;
const backendRetries = (step: Step, others: readonly string[]): RetryProps[] =>
  asksManagement(step)
    ? [MANAGEMENT_AWAY, { ...patiently, errors: [...others] }]
    : [{ ...patiently, errors: [...BACKENDS, ...others] }];

/** Retries of calls. If a state times out, the call was lost, so the call is repeated. */
export const callRetries = (step: Step): RetryProps[] => [
  ...[VERSION_CONFLICT, ITS_TURN],
  ...backendRetries(step, [...LAMBDA_SERVICE, 'States.Timeout']),
];
/**
 * Retries of callback tasks. A timeout of such a task is no error, because it leads to the next poll
 * (docs/spec/design.md#waiting-is-woken).
 */
export const waitRetries = (step: Step): RetryProps[] => [
  ...[VERSION_CONFLICT, ITS_TURN],
  ...backendRetries(step, LAMBDA_SERVICE),
];
/**
 * Retries of the start of another state machine. These errors prove that no execution was started, so a retry is safe.
 */
export const START_RETRY: readonly RetryProps[] = [
  { ...patiently, errors: ['StepFunctions.ExecutionLimitExceededException', 'StepFunctions.SdkClientException'] },
];
