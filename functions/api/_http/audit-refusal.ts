import { LOG } from '#shared/contracts/telemetry';
import type { Actor } from '#shared/domain/audit/actor';
import { refusedEvent } from '#shared/domain/audit/refused-event';
import { NotAllowed } from '#shared/errors';
import type { Clock, Ids, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { isSafeMethod } from './is-safe-method.ts';
import type { ApiRequest } from './request.ts';

type Deps = { store: Pick<Store, 'audit'>; clock: Clock; ids: Ids; log: Logger };

/**
 * Carries out what a known caller asks for; when he may not change what he wants to, that is told of. The answer is the same whether
 * it could be written or not.
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
