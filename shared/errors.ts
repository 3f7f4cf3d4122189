/**
 * Every failure raised on purpose. Step Functions matches `name`, so it is a literal: a minifier may rename a class.
 */
export abstract class AppError extends Error {
  abstract override readonly name: string;
  /** HTTP status when the failure reaches an API caller. */
  abstract readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(message: string, details: Record<string, unknown> = {}, cause?: unknown) {
    super(message, { cause });
    this.details = details;
  }
}

/** The texts of a body as one text, for logs and for the failure of an order. */
function wordsOf(body: FieldErrors[string]): string {
  if (typeof body === 'string') return body;
  if (Array.isArray(body)) return body.map(wordsOf).filter(Boolean).join(' ');
  return Object.entries(body)
    .map(([field, said]) => (field === 'non_field_errors' ? wordsOf(said) : `${field}: ${wordsOf(said)}`))
    .join(' ');
}

/**
 * Bad input. `body` is sent unchanged: `{field: [text]}`, `{non_field_errors: [text]}`, `[text]`, or the errors of each
 * item of a list (docs/spec/waldur-rancher.md#error-bodies).
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
/** Field errors may nest: `{nodes: [{}, {subnet: ['This field is required.']}]}`. */
export interface FieldErrors {
  [field: string]: string | readonly (string | FieldErrors)[] | FieldErrors;
}

export class Unauthenticated extends AppError {
  override readonly name = 'Unauthenticated';
  readonly status = 401;
}
/** A credential that never existed. It may be a guess, so it is counted. */
export class UnknownCredential extends Unauthenticated {}
/** Too many credentials that never existed. `retryAfterSeconds` says when to try again. */
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
  constructor(message = 'You do not have permission to perform this action.') {
    super(message);
  }
}
export class NotFound extends AppError {
  override readonly name = 'NotFound';
  readonly status = 404;
}
/** Waldur's 404: the same for unknown, malformed and invisible, so that it reveals nothing. */
export const noMatch = (model: string): NotFound => new NotFound(`No ${model} matches the given query.`);
/** What a body refers to is not there, or is not for the caller to see: the same, so that it reveals nothing. */
export const noObject = (field: string): Invalid =>
  new Invalid({ [field]: ['Invalid hyperlink - Object does not exist.'] });
/** The state of the object, or a change of it, does not allow the call. */
export class Conflict extends AppError {
  override readonly name = 'Conflict';
  readonly status = 409;
}
/** The record was changed between our read and our write. It can be read again. */
export class VersionConflict extends Conflict {}

/** Clusters cannot be changed at present (READ_ONLY_MODE, docs/spec/waldur-rancher.md#read-only-mode). */
export class ReadOnlyMode extends AppError {
  override readonly name = 'ReadOnlyMode';
  readonly status = 405;
  constructor() {
    super(READ_ONLY);
  }
}
export const READ_ONLY = 'Rancher integration is in read-only mode.';

/** An `Idempotency-Key` that was used for another request. */
export class KeyReused extends AppError {
  override readonly name = 'KeyReused';
  readonly status = 422;
  constructor() {
    super('This Idempotency-Key was used with another request.');
  }
}

/** Network failure, timeout or 5xx of a backend; it may be temporary. */
export class BackendUnavailable extends AppError {
  override readonly name = 'BackendUnavailable';
  readonly status = 503;
}
/**
 * A call to a backend, and how long it took or has taken so far. `backend` is written as in messages: `Nova of
 * cloud-1`.
 */
export type SlowCall = { backend: string; op: string; ms: number };
/** The time for a piece of work is over. No further work is started for it. */
export class OutOfTime extends BackendUnavailable {
  readonly slow: SlowCall | undefined;
  constructor(message: string, slow?: SlowCall, cause?: unknown) {
    super(message, slow && { backend: slow.backend, op: slow.op }, cause);
    this.slow = slow;
  }
}
/** A backend answered 429 or its own "slow down". */
export class BackendThrottled extends AppError {
  override readonly name = 'BackendThrottled';
  readonly status = 503;
}
/**
 * The maximum number of steps are running at a provider. This step waits in a queue; it does not count as an attempt.
 */
export class ProviderBusy extends AppError {
  override readonly name = 'ProviderBusy';
  readonly status = 503;
}
/** A cloud of an order cannot be read. The caller reads the message: it names offerings, but no host or account. */
export class CloudNotAsked extends AppError {
  override readonly name = 'CloudNotAsked';
  readonly status: 502 | 503;
  constructor(message: string, { mayPass, cause }: { mayPass: boolean; cause: unknown }) {
    super(message, {}, cause);
    this.status = mayPass ? 503 : 502;
  }
}
/** A permanent refusal of a backend (any other 4xx). */
export class BackendRejected extends AppError {
  override readonly name = 'BackendRejected';
  readonly status = 502;
}
/** A backend does not accept our credential, or it lacks a right. */
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
/** Nova 403 "Quota exceeded", Neutron 409 OverQuota, Cinder 413 overLimit (facts of a real 2026.2). */
export class BackendQuotaExceeded extends AppError {
  override readonly name = 'BackendQuotaExceeded';
  readonly status = 400;
}
/** A network of the cloud has no free address. */
export class BackendDepleted extends AppError {
  override readonly name = 'BackendDepleted';
  readonly status = 502;
}
/** A reply that fails its schema: the backend is not what the settings say. */
export class BackendContractBroken extends AppError {
  override readonly name = 'BackendContractBroken';
  readonly status = 502;
}

/** Something is missing in the provider's or the cloud's settings: an image, a secret, a deleted subnet. */
export class Misconfigured extends AppError {
  override readonly name = 'Misconfigured';
  readonly status = 502;
}
/** A deletion found something that it must not or cannot remove. The message names it. */
export class DeletionBlocked extends AppError {
  override readonly name = 'DeletionBlocked';
  readonly status = 502;
}
/** The workloads of a node that will be deleted could not be moved, or not in time. */
export class DrainFailed extends AppError {
  override readonly name = 'DrainFailed';
  readonly status = 502;
}
/** A server that failed in Nova, on the last allowed attempt. The message has Nova's text. */
export class ProvisioningFailed extends AppError {
  override readonly name = 'ProvisioningFailed';
  readonly status = 502;
}
/**
 * The step's operation is no longer the cluster's current one. The step did nothing, and its machine ends without a
 * failure.
 */
export class Superseded extends AppError {
  override readonly name = 'Superseded';
  readonly status = 409;
}

/**
 * How a wait for machines fails. A callback task gets the name, and a message that lists the missing nodes.
 * `TakenAway`: somebody else removed one of our objects from a backend.
 */
export type WaitFailure =
  | 'ProvisioningFailed'
  | 'BackendQuotaExceeded'
  | 'TakenAway'
  | 'BootstrapTimeout'
  | 'UpgradeTimeout'
  | 'DrainFailed';
