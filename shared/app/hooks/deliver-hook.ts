import pMap from 'p-map';
import { z } from 'zod';
import { LOG } from '#shared/contracts/telemetry';
import { isDue, isOutOfTime, nextAttempt } from '#shared/domain/_core/delivery-attempt';
import { changed } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import { afterFailure, afterSuccess, type Hook } from '#shared/domain/hooks/hook';
import { bodyOf, type HookDelivery } from '#shared/domain/hooks/hook-delivery';
import { VersionConflict } from '#shared/errors';
import type { HookSender } from '#shared/ports/hooks';
import type { Clock, Logger, Secrets } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { readKeyRing } from '../_core/key-ring.ts';
import { openSecret, sealSecret } from './hook-secret.ts';

type Deps = {
  store: Pick<Store, 'hooks' | 'commit'>;
  secrets: Pick<Secrets, 'find' | 'remove'>;
  stage: string;
  clock: Clock;
};
const stored = z.object({ secret: z.string() });

async function secretOf(deps: Deps, { uuid, sealedSecret }: Hook): Promise<string> {
  if (sealedSecret === undefined) throw new Error('the hook has no secret');
  return openSecret(await readKeyRing(deps, 'hook-key'), uuid, sealedSecret);
}

/** Writes the hook. Returns false after a version conflict. In this case, the next delivery writes the hook. */
async function isWritten({ store }: Deps, moved: Hook): Promise<boolean> {
  try {
    await store.commit(store.hooks.replace(moved));
    return true;
  } catch (error) {
    if (error instanceof VersionConflict) return false;
    throw error;
  }
}

/**
 * Returns the web hook with its secret encrypted by the stage's current key. A secret may still be in the secret store,
 * where earlier releases put it, or may be encrypted by an earlier key. Such a secret is encrypted again, written into
 * the hook's row, and deleted from the secret store.
 */
async function sealedHook(deps: Deps, hook: Hook): Promise<Hook> {
  const { secrets, stage, store, clock } = deps;
  const ring = await readKeyRing(deps, 'hook-key');
  if (hook.sealedSecret?.keyId === ring.id) return hook;
  const name = secretName(stage, 'hook', hook.uuid);
  const own = hook.sealedSecret === undefined ? await secrets.find(name) : undefined;
  // If neither this copy of the row nor the secret store has the secret, another delivery has just moved the secret
  // into the row. So the row is read again.
  if (hook.sealedSecret === undefined && own === undefined) return (await store.hooks.find(hook.uuid)) ?? hook;
  const secret = own === undefined ? await secretOf(deps, hook) : stored.parse(JSON.parse(own)).secret;
  const moved = changed(hook, clock.now(), { sealedSecret: sealSecret(ring, hook.uuid, secret) });
  if ((await isWritten(deps, moved)) && own !== undefined) await secrets.remove(name);
  return moved;
}

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

/** Returns the write that queues an e-mail to the hook's user, if this attempt has switched off the hook. */
async function farewell({ store }: HookDeliveryDeps, hook: Hook, after: Hook): Promise<Write[]> {
  if (!hook.isActive || after.isActive) return [];
  const user = await store.users.find(hook.userUuid);
  if (!user?.isActive || user.email === '') return [];
  const values = { destination: hook.destination, reason: after.lastError ?? '' };
  const key = `hook-disabled/${hook.uuid}/${after.version}`;
  return [store.mails.insert({ key, to: user.email, template: 'hook-disabled', values })];
}

/**
 * Records the result of a delivery attempt in the hook. If another attempt has written the hook at the same time, the
 * result is not recorded.
 */
async function keep({ store }: HookDeliveryDeps, after: Hook, mails: Write[] = []): Promise<void> {
  try {
    await store.commit(store.hooks.replace(after), ...mails);
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
 * Tries once to deliver an event. The attempt is recorded before it is made, so that no other run makes the same
 * attempt. Deliveries to a hook that is deleted or switched off are dropped.
 */
async function deliverHook(deps: HookDeliveryDeps, key: string): Promise<void> {
  const { store, clock } = deps;
  const found = await store.hookDeliveries.find(key);
  if (found === undefined || !isDue(found, clock.now())) return;
  const hook = await store.hooks.find(found.hookUuid);
  if (!hook?.isActive || isOutOfTime(found, clock.now())) return store.hookDeliveries.remove(found);
  const taken = nextAttempt(found, clock.now());
  if (await store.hookDeliveries.replace(found, taken)) await attempt(deps, hook, taken);
}

/**
 * How many deliveries one run makes. A receiver may take ten seconds, and 20 deliveries are made at once, so a run
 * takes less than two minutes.
 */
const PER_RUN = 200;
const AT_A_TIME = 20;

/**
 * Tries once to make each delivery that is due. A delivery that cannot be tried does not stop the others.
 * @returns how many deliveries were tried
 * @throws AggregateError with the errors of deliveries that could not be tried, so that the run counts as failed
 */
export async function deliverHooks(deps: HookDeliveryDeps): Promise<number> {
  const { store, clock, log } = deps;
  const due = await store.hookDeliveries.listDue(clock.now(), PER_RUN);
  const errors: unknown[] = [];
  await pMap(
    due,
    async (key) => {
      try {
        await deliverHook(deps, key);
      } catch (error) {
        log.error(LOG.hookNotDelivered, { key, error });
        errors.push(error);
      }
    },
    { concurrency: AT_A_TIME },
  );
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} deliveries were not attempted`);
  return due.length;
}
