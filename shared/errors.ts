/**
 * The base of all errors that Paddock throws on purpose. Step Functions matches `name`. Each `name` is a literal text,
 * because a minifier may rename classes.
 */
export abstract class AppError extends Error {
  abstract override readonly name: string;
  /** The HTTP status of the answer, if the error reaches a caller of the API. */
  abstract readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(message: string, details: Record<string, unknown> = {}, cause?: unknown) {
    super(message, { cause });
    this.details = details;
  }
}

/** Joins the texts of an error body into one text, for logs and for the failure of an order. */
function wordsOf(body: FieldErrors[string]): string {
  if (typeof body === 'string') return body;
  if (Array.isArray(body)) return body.map(wordsOf).filter(Boolean).join(' ');
  return Object.entries(body)
    .map(([field, said]) => (field === 'non_field_errors' ? wordsOf(said) : `${field}: ${wordsOf(said)}`))
    .join(' ');
}

/**
 * Wrong input. The caller gets `body` as it is: `{field: [text]}`, `{non_field_errors: [text]}`, `[text]`, or the
 * errors of each item of a list (docs/spec/waldur-rancher.md#error-bodies).
 */
export class Invalid extends AppError {
  override readonly name = 'Invalid';
  readonly status = 400;
  readonly body: Problems;
  constructor(body: Problems, cause?: unknown) {
    super(wordsOf(body), {}, cause);
    this.body = body;
  }
}
type Problems = FieldErrors | readonly (string | FieldErrors)[];
/** Errors by field. They may be nested: `{nodes: [{}, {subnet: ['This field is required.']}]}`. */
export interface FieldErrors {
  [field: string]: string | readonly (string | FieldErrors)[] | FieldErrors;
}

export class Unauthenticated extends AppError {
  override readonly name = 'Unauthenticated';
  readonly status = 401;
}
/** A credential that never existed. Calls with such a credential are counted, because the caller may be guessing. */
export class UnknownCredential extends Unauthenticated {}
/** The caller has guessed too often. `retryAfterSeconds` says when to try again. */
export class TooManyAttempts extends AppError {
  override readonly name = 'TooManyAttempts';
  readonly status = 429;
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('Too many failed attempts, try again later.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
export class NotAllowed extends AppError {
  override readonly name = 'NotAllowed';
  readonly status = 403;
  constructor(message = 'You do not have permission to perform this action.', cause?: unknown) {
    super(message, {}, cause);
  }
}
export class NotFound extends AppError {
  override readonly name = 'NotFound';
  readonly status = 404;
}
/** Waldur's 404. Unknown, malformed and invisible objects have the same answer, so callers cannot distinguish them. */
export const noMatch = (model: string): NotFound => new NotFound(`No ${model} matches the given query.`);
/**
 * The body names an object that does not exist or that the caller is not allowed to see. The error is the same in both
 * cases, so that the caller does not learn whether the object exists.
 */
export const noObject = (field: string): Invalid =>
  new Invalid({ [field]: ['Invalid hyperlink - Object does not exist.'] });
/** The state of the object does not allow the call, or another change of the object has not ended yet. */
export class Conflict extends AppError {
  override readonly name = 'Conflict';
  readonly status = 409;
}
/** Somebody has changed the record between a read and a write. The caller can repeat its work with the new record. */
export class VersionConflict extends Conflict {}

/** The setting READ_ONLY_MODE is on, so clusters cannot be changed now (docs/spec/waldur-rancher.md#read-only-mode). */
export class ReadOnlyMode extends AppError {
  override readonly name = 'ReadOnlyMode';
  readonly status = 405;
  constructor() {
    super(READ_ONLY);
  }
}
export const READ_ONLY = 'Rancher integration is in read-only mode.';

/** The `Idempotency-Key` was already used for another request. */
export class KeyReused extends AppError {
  override readonly name = 'KeyReused';
  readonly status = 422;
  constructor() {
    super('This Idempotency-Key was used with another request.');
  }
}

/** A failure of the network, a timeout, or a 5xx of a backend. The same request may succeed later. */
export class BackendUnavailable extends AppError {
  override readonly name = 'BackendUnavailable';
  readonly status = 503;
}
/**
 * A call to a backend, and how long it took or is taking. `backend` is the name in messages, such as `Nova of cloud-1`.
 */
export type SlowCall = { backend: string; op: string; ms: number };
/** The time limit of some work has passed. Nothing more is started for this work. */
export class OutOfTime extends BackendUnavailable {
  readonly slow: SlowCall | undefined;
  constructor(message: string, slow?: SlowCall, cause?: unknown) {
    super(message, slow && { backend: slow.backend, op: slow.op }, cause);
    this.slow = slow;
  }
}
/** A backend gets too many requests and refuses one: with a 429, or with another answer of this meaning. */
export class BackendThrottled extends AppError {
  override readonly name = 'BackendThrottled';
  readonly status = 503;
}
/**
 * The provider already has the maximum number of running steps. This step waits for its turn. Waiting does not count as
 * an attempt.
 */
export class ProviderBusy extends AppError {
  override readonly name = 'ProviderBusy';
  readonly status = 503;
}
/** A cloud that an order needs cannot be read. The caller sees the message, so it names no host and no account. */
export class CloudNotAsked extends AppError {
  override readonly name = 'CloudNotAsked';
  readonly status: 502 | 503;
  constructor(message: string, { mayPass, cause }: { mayPass: boolean; cause: unknown }) {
    super(message, {}, cause);
    this.status = mayPass ? 503 : 502;
  }
}
/** A backend has refused a request with a 4xx that no other class of this file covers. A retry is useless. */
export class BackendRejected extends AppError {
  override readonly name = 'BackendRejected';
  readonly status = 502;
}
/** A backend does not accept Paddock's credential, or the credential lacks a right. */
export class BackendUnauthorized extends AppError {
  override readonly name = 'BackendUnauthorized';
  readonly status = 502;
}
export class BackendNotFound extends AppError {
  override readonly name = 'BackendNotFound';
  readonly status = 502;
}
export class BackendConflict extends AppError {
  override readonly name = 'BackendConflict';
  readonly status = 502;
}
/** One field of a Kubernetes object, such as `spec.ports[0].port`, and what is wrong with it. */
export type FieldProblem = { field: string; message: string };
/**
 * Kubernetes has refused an object or a change of an object. The message comes from Kubernetes. It is meant for the
 * author of the object, and contains no secret.
 */
export class ObjectRefused extends AppError {
  override readonly name = 'ObjectRefused';
  readonly status = 502;
  /** Kubernetes' name for the reason: `Invalid`, `Conflict`, `AlreadyExists`, `Forbidden`, … */
  readonly reason: string;
  readonly problems: readonly FieldProblem[];
  constructor(message: string, why: { reason: string; problems: readonly FieldProblem[] }, cause?: unknown) {
    super(message, {}, cause);
    this.reason = why.reason;
    this.problems = why.problems;
  }
}
/**
 * A quota is used up: Nova's 403 "Quota exceeded", Neutron's 409 OverQuota, Cinder's 413 overLimit (as in a real
 * OpenStack 2026.2).
 */
export class BackendQuotaExceeded extends AppError {
  override readonly name = 'BackendQuotaExceeded';
  readonly status = 400;
}
/** A network of the cloud has no free address left, or an account has the maximum number of application credentials. */
export class BackendDepleted extends AppError {
  override readonly name = 'BackendDepleted';
  readonly status = 502;
}
/**
 * The reply of a backend does not have the expected format. Often the cause is a wrong URL in the settings, so that
 * another program answers.
 */
export class BackendContractBroken extends AppError {
  override readonly name = 'BackendContractBroken';
  readonly status = 502;
}

/** Settings of the provider or cloud lack a value, or name an object that does not exist, such as a subnet. */
export class Misconfigured extends AppError {
  override readonly name = 'Misconfigured';
  readonly status = 502;
}
/** A deletion has found an object that it must not or cannot remove. The message names the object. */
export class DeletionBlocked extends AppError {
  override readonly name = 'DeletionBlocked';
  readonly status = 502;
}
/** Helm could not install, upgrade or uninstall an application. The message says why. */
export class HelmFailed extends AppError {
  override readonly name = 'HelmFailed';
  readonly status = 502;
}
/** Before the deletion or upgrade of a node, its workloads could not be moved to other nodes, or not in time. */
export class DrainFailed extends AppError {
  override readonly name = 'DrainFailed';
  readonly status = 502;
}
/** A server has failed in Nova at the last allowed attempt. The message contains Nova's text. */
export class ProvisioningFailed extends AppError {
  override readonly name = 'ProvisioningFailed';
  readonly status = 502;
}
/**
 * The step's operation is no longer the current operation of the cluster. The step has done nothing. Its state machine
 * ends without a failure.
 */
export class Superseded extends AppError {
  override readonly name = 'Superseded';
  readonly status = 409;
}

/** Names of errors that can end a wait for machines. `TakenAway`: somebody else has removed an object from a backend. */
export const WAIT_FAILURES = [
  'ProvisioningFailed',
  'BackendQuotaExceeded',
  'TakenAway',
  'BootstrapTimeout',
  'UpgradeTimeout',
  'RotationTimeout',
  'OperationStalled',
  'DrainFailed',
] as const;
export type WaitFailure = (typeof WAIT_FAILURES)[number];
