import { z } from 'zod';
import { instant } from './identifier.ts';

/**
 * Error codes, similar to those of Gardener (docs/spec/design.md#failure-has-a-shape). The API shows them as
 * `last_error.code`.
 */
export const failureCode = z.enum([
  'INVALID',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
  'BACKEND_UNAVAILABLE',
  'RESOURCES_DEPLETED',
  'CONFIGURATION',
  'BOOTSTRAP_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'ROTATION_TIMEOUT',
  'OPERATION_STALLED',
  'HIBERNATION_TIMEOUT',
  'DELETION_BLOCKED',
  'DRAIN_FAILED',
  'HELM_FAILED',
  'INTERNAL',
]);
/**
 * Who can fix the failure: the customer, the operator of Paddock, or the operator of the failed backend (usually a
 * cloud).
 */
const failureOwner = z.enum(['user', 'operator', 'provider']);

/**
 * A failure as users see it. It has all facts that users need, so that they need no logs
 * (docs/spec/design.md#failure-has-a-shape).
 */
export const failure = z.object({
  code: failureCode,
  message: z.string(),
  step: z.string(),
  at: instant,
  retryable: z.boolean(),
  owner: failureOwner,
  /** A traceback, if the staff user or the site agent that reported the failure has given one. */
  traceback: z.string().optional(),
});
export type Failure = z.infer<typeof failure>;

type Kind = Pick<Failure, 'code' | 'owner' | 'retryable'>;
const INTERNAL: Kind = { code: 'INTERNAL', owner: 'operator', retryable: true };
const KINDS: Readonly<Record<string, Kind>> = {
  Invalid: { code: 'INVALID', owner: 'user', retryable: false },
  NotAllowed: { code: 'FORBIDDEN', owner: 'user', retryable: true },
  BackendUnavailable: { code: 'BACKEND_UNAVAILABLE', owner: 'provider', retryable: true },
  BackendThrottled: { code: 'RATE_LIMITED', owner: 'provider', retryable: true },
  ProviderBusy: { code: 'RATE_LIMITED', owner: 'operator', retryable: true },
  BackendRejected: { code: 'CONFIGURATION', owner: 'operator', retryable: false },
  BackendUnauthorized: { code: 'UNAUTHORIZED', owner: 'operator', retryable: false },
  BackendNotFound: { code: 'NOT_FOUND', owner: 'operator', retryable: false },
  BackendConflict: { code: 'CONFLICT', owner: 'operator', retryable: true },
  BackendQuotaExceeded: { code: 'QUOTA_EXCEEDED', owner: 'user', retryable: true },
  BackendDepleted: { code: 'RESOURCES_DEPLETED', owner: 'provider', retryable: true },
  BackendContractBroken: { code: 'CONFIGURATION', owner: 'operator', retryable: false },
  Misconfigured: { code: 'CONFIGURATION', owner: 'operator', retryable: true },
  ProvisioningFailed: { code: 'RESOURCES_DEPLETED', owner: 'provider', retryable: true },
  TakenAway: { code: 'NOT_FOUND', owner: 'operator', retryable: true },
  BootstrapTimeout: { code: 'BOOTSTRAP_TIMEOUT', owner: 'provider', retryable: true },
  UpgradeTimeout: { code: 'UPGRADE_TIMEOUT', owner: 'operator', retryable: true },
  RotationTimeout: { code: 'ROTATION_TIMEOUT', owner: 'operator', retryable: true },
  OperationStalled: { code: 'OPERATION_STALLED', owner: 'operator', retryable: true },
  HibernationTimeout: { code: 'HIBERNATION_TIMEOUT', owner: 'operator', retryable: true },
  DeletionBlocked: { code: 'DELETION_BLOCKED', owner: 'operator', retryable: true },
  HelmFailed: { code: 'HELM_FAILED', owner: 'user', retryable: true },
  HelmTimeout: { code: 'HELM_FAILED', owner: 'user', retryable: true },
  DrainFailed: { code: 'DRAIN_FAILED', owner: 'user', retryable: true },
  'States.Timeout': { code: 'BACKEND_UNAVAILABLE', owner: 'provider', retryable: true },
};

/**
 * Reads the message inside a Step Functions `Cause`. For a Lambda, the cause is the JSON text of `{errorType,
 * errorMessage, trace}`.
 */
function messageOf(cause: string): string {
  try {
    const parsed = z.object({ errorMessage: z.string() }).safeParse(JSON.parse(cause));
    return parsed.success ? parsed.data.errorMessage : cause;
  } catch {
    return cause; // A cause that SendTaskFailure has set is plain text, so the cause itself is the message.
  }
}

/** Turns the error that a state machine caught into a failure, which the record keeps. */
export function failureOf(caught: { error: string; cause: string; step: string }, at: string): Failure {
  const { error, cause, step } = caught;
  const kind = (Object.hasOwn(KINDS, error) ? KINDS[error] : undefined) ?? INTERNAL;
  const said = kind === INTERNAL ? '' : messageOf(cause);
  // Some failures, such as timeouts, have no message. They get this text.
  return { ...kind, message: said || `Unexpected failure (${error}) in ${step}.`, step, at };
}

const BY_AGENT = 'The site agent has given no reason.';
/** The failure of an order of a site agent, with the message that the agent reported. */
export const failureByAgent = ({ message, traceback }: { message: string; traceback: string }, now: Date): Failure => ({
  code: 'INTERNAL',
  owner: 'operator',
  retryable: true,
  step: 'site_agent',
  at: now.toISOString(),
  message: message || BY_AGENT,
  ...(traceback && { traceback }),
});

const BY_STAFF = 'Staff has set the state to erred.';
/** A failure that staff has set by hand, with a message from staff. */
export const failureByStaff = ({ message, traceback }: { message: string; traceback: string }, now: Date): Failure => ({
  code: 'INTERNAL',
  owner: 'operator',
  retryable: true,
  step: 'set_erred',
  at: now.toISOString(),
  message: message || BY_STAFF,
  ...(traceback && { traceback }),
});
