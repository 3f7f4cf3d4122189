import { LOG } from '#shared/contracts/telemetry';
import { isDue, isOutOfTime, nextAttempt } from '#shared/domain/_core/attempt';
import { afterFailure, afterSuccess, type Hook } from '#shared/domain/hooks/hook';
import { bodyOf, type HookDelivery } from '#shared/domain/hooks/hook-delivery';
import { VersionConflict } from '#shared/errors';
import type { HookSender } from '#shared/ports/hooks';
import type { Clock, Logger, Secrets } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { sealedHook, secretOf } from './sealed-hook.ts';

export type HookDeliveryDeps = {
  store: Pick<Store, 'hooks' | 'hookDeliveries' | 'mails' | 'users' | 'commit'>;
  secrets: Pick<Secrets, 'find' | 'remove'>;
  stage: string;
  sender: HookSender;
  clock: Clock;
  log: Logger;
};

async function send(deps: HookDeliveryDeps, hook: Hook, { key, event }: HookDelivery) {
  const secret = await secretOf(deps, hook);
  const call = { url: hook.destination, deliveryId: key, eventType: event.event_type, secret, ...bodyOf(hook, event) };
  await deps.sender.deliver(call);
}

/** To its user, when the hook has been switched off just now. */
async function farewell({ store }: HookDeliveryDeps, hook: Hook, after: Hook): Promise<Write[]> {
  if (!hook.isActive || after.isActive) return [];
  const user = await store.users.find(hook.userUuid);
  if (!user?.isActive || user.email === '') return [];
  const values = { destination: hook.destination, reason: after.lastError ?? '' };
  const key = `hook-disabled/${hook.uuid}/${after.version}`;
  return [store.mails.insert({ key, to: user.email, template: 'hook-disabled', values })];
}

/** Figures of the hook: if somebody else writes it at the same moment, his attempt counts and this one does not. */
async function keep({ store }: HookDeliveryDeps, after: Hook, told: Write[] = []): Promise<void> {
  try {
    await store.commit(store.hooks.replace(after), ...told);
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error;
  }
}

async function attempt(deps: HookDeliveryDeps, found: Hook, taken: HookDelivery): Promise<void> {
  const { store, clock, log } = deps;
  let hook = found;
  try {
    hook = await sealedHook(deps, found);
    await send(deps, hook, taken);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(LOG.hookNotDelivered, { hookUuid: hook.uuid, eventUuid: taken.event.uuid, error });
    await store.hookDeliveries.replace(taken, { ...taken, lastError: reason });
    const after = afterFailure(hook, clock.now(), reason);
    return keep(deps, after, await farewell(deps, hook, after));
  }
  await store.hookDeliveries.remove(taken);
  log.info(LOG.hookDelivered, { hookUuid: hook.uuid, eventUuid: taken.event.uuid });
  if (hook.failures > 0 || hook.lastDeliveredAt === undefined) await keep(deps, afterSuccess(hook, clock.now()));
}

/**
 * Tries once to deliver an event to a web hook. The attempt is written before it is made, so that nobody else makes it meanwhile. What
 * is on its way to a hook that is gone, or switched off, falls away.
 */
export async function deliverHook(deps: HookDeliveryDeps, key: string): Promise<void> {
  const { store, clock } = deps;
  const found = await store.hookDeliveries.find(key);
  if (found === undefined || !isDue(found, clock.now())) return;
  const hook = await store.hooks.find(found.hookUuid);
  if (!hook?.isActive || isOutOfTime(found, clock.now())) return store.hookDeliveries.remove(found);
  const taken = nextAttempt(found, clock.now());
  if (await store.hookDeliveries.replace(found, taken)) await attempt(deps, hook, taken);
}
