import type { CountBadCredential } from '#shared/app/identity/count-bad-credential';
import { LOG } from '#shared/contracts/telemetry';
import { uuid } from '#shared/domain/_core/identifier';
import type { Actor } from '#shared/domain/audit/actor';
import { refusedEvent } from '#shared/domain/audit/audit-event';
import { NotAllowed, TooManyAttempts, UnknownCredential } from '#shared/errors';
import type { Clock, Ids, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import type { Telemetry } from '#shared/runtime/telemetry';
import { type ApiRequest, isSafeMethod } from './request.ts';

type Deps = { store: Pick<Store, 'audit'>; clock: Clock; ids: Ids; log: Logger };

/**
 * Runs a request. If Paddock refuses a change because the caller has no permission, an audit event is recorded. A
 * failure to write the event does not change the caller's answer.
 */
export async function auditRefusal<T>(
  { store, clock, ids, log }: Deps,
  { method, path }: ApiRequest,
  actor: Actor,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NotAllowed && !isSafeMethod(method)) {
      const event = refusedEvent({ actor, now: clock.now(), newUuid: ids.uuid, method, path });
      await store.audit.append(event).catch((failed: unknown) => log.error(LOG.refusalNotRecorded, { error: failed }));
    }
    throw error;
  }
}

/**
 * Counts a request with an unknown credential. Returns TooManyAttempts (429) after too many such requests, otherwise
 * the given error. If the count fails, the failure is only logged.
 */
export async function afterCounting(
  count: CountBadCredential,
  { sourceIp }: ApiRequest,
  error: unknown,
  { log, metrics }: Pick<Telemetry, 'log' | 'metrics'>,
): Promise<unknown> {
  if (!(error instanceof UnknownCredential)) return error;
  metrics.add('BadCredentials', 1, {});
  try {
    const userUuid = uuid.optional().parse(error.details.userUuid);
    const waitSeconds = await count({ sourceIp, userUuid });
    if (waitSeconds === undefined) return error;
    log.warn(LOG.tooManyBadCredentials, { sourceIp, userUuid });
    return new TooManyAttempts(waitSeconds);
  } catch (cause) {
    log.error(LOG.badCredentialNotCounted, { error: cause });
    return error;
  }
}
