import pMap from 'p-map';
import { z } from 'zod';
import { LOG } from '#shared/contracts/telemetry';
import { isDue, isOutOfTime, nextAttempt, postponed } from '#shared/domain/_core/delivery-attempt';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import { DeliveryTurns, type Turn, WORKERS } from '#shared/domain/hooks/delivery-turns';
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

/** A receiver that needs longer counts as failing, although it gets the event: it would delay other deliveries. */
const SLOW_MS = 5_000;

/** Sends the event. Returns what is wrong with the receiver: nothing, or how long it took. */
async function sendInTime(deps: HookDeliveryDeps, hook: Hook, taken: HookDelivery): Promise<string | undefined> {
  const startedAt = deps.clock.now().getTime();
  await send(deps, hook, taken);
  const tookMs = deps.clock.now().getTime() - startedAt;
  if (tookMs <= SLOW_MS) return undefined;
  return `The receiver of the hook took ${Math.round(tookMs / 1000)} seconds to answer. It should answer within ${SLOW_MS / 1000}.`;
}

/** @returns whether the receiver took the delivery in time */
async function attempt(deps: HookDeliveryDeps, found: Hook, taken: HookDelivery): Promise<boolean> {
  const { store, clock, log } = deps;
  let hook = found;
  let slow: string | undefined;
  try {
    hook = await sealedHook(deps, found);
    slow = await sendInTime(deps, hook, taken);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(LOG.hookNotDelivered, { hookUuid: hook.uuid, eventUuid: taken.event.uuid, error });
    await store.hookDeliveries.replace(taken, { ...taken, lastError: reason });
    await keepFailure(deps, hook, reason);
    return false;
  }
  await store.hookDeliveries.remove(taken);
  log.info(LOG.hookDelivered, { hookUuid: hook.uuid, eventUuid: taken.event.uuid });
  if (slow !== undefined) await keepFailure(deps, hook, slow);
  else if (hook.failures > 0 || hook.lastDeliveredAt === undefined) await keep(deps, afterSuccess(hook, clock.now()));
  return slow === undefined;
}

async function keepFailure(deps: HookDeliveryDeps, hook: Hook, reason: string): Promise<void> {
  const after = afterFailure(hook, deps.clock.now(), reason);
  await keep(deps, after, await farewell(deps, hook, after));
}

/**
 * Tries once to deliver an event. The attempt is recorded before it is made, so that no other run makes the same
 * attempt. Deliveries to a hook that is deleted or switched off are dropped.
 * @returns false if the receiver failed or was slow
 */
async function deliverHook(deps: HookDeliveryDeps, key: string): Promise<boolean> {
  const { store, clock } = deps;
  const found = await store.hookDeliveries.find(key);
  if (found === undefined || !isDue(found, clock.now())) return true;
  const hook = await store.hooks.find(found.hookUuid);
  if (!hook?.isActive || isOutOfTime(found, clock.now())) {
    await store.hookDeliveries.remove(found);
    return true;
  }
  const taken = nextAttempt(found, clock.now());
  return (await store.hookDeliveries.replace(found, taken)) ? attempt(deps, hook, taken) : true;
}

/** How many deliveries one run makes, and for how long it begins new ones. */
const PER_RUN = 200;
const RUN_MS = 100_000;
/** How many due deliveries are read at once to share the senders among their users. */
const READ_AT_ONCE = 1_000;

const hookOf = (key: string): Uuid => key.split('/')[0] ?? '';

/** Who shares the senders. A hook that is deleted has no user: its deliveries are only dropped. */
async function turnsOf({ store }: HookDeliveryDeps, due: readonly string[]): Promise<Turn[]> {
  const uuids = [...new Set(due.map(hookOf))];
  const hooks = new Map(
    await pMap(uuids, async (uuid) => [uuid, await store.hooks.find(uuid)], { concurrency: WORKERS }),
  );
  return due.map((key) => {
    const hookUuid = hookOf(key);
    const { userUuid = hookUuid, destination = '' } = hooks.get(hookUuid) ?? {};
    return { key, hookUuid, userUuid, receiver: URL.parse(destination)?.host ?? '' };
  });
}

/** Postpones a delivery without an attempt, so that the next runs read deliveries of others first. */
async function postpone({ store, clock }: HookDeliveryDeps, { key, hookUuid }: Turn): Promise<void> {
  const [found, hook] = await Promise.all([store.hookDeliveries.find(key), store.hooks.find(hookUuid)]);
  if (found === undefined || !isDue(found, clock.now())) return;
  await store.hookDeliveries.replace(found, postponed(found, clock.now(), hook?.failures ?? 0));
}

type Run = { tried: number; errors: unknown[]; mayBegin: () => boolean };

/** Makes the deliveries in turns, until all of them are made or have to wait for the next run. */
async function deliverInTurns(deps: HookDeliveryDeps, due: readonly string[], run: Run): Promise<number> {
  const turns = new DeliveryTurns(await turnsOf(deps, due));
  const work = async () => {
    for (let turn = run.mayBegin() ? turns.next() : undefined; turn; turn = run.mayBegin() ? turns.next() : undefined) {
      run.tried += 1;
      const isHealthy = await deliverHook(deps, turn.key).catch((error: unknown) => {
        deps.log.error(LOG.hookNotDelivered, { key: turn?.key, error });
        run.errors.push(error);
        return true;
      });
      turns.end(turn, isHealthy);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const later = turns.givenUp();
  await pMap(later, (turn) => postpone(deps, turn), { concurrency: WORKERS });
  return later.length;
}

/**
 * Tries once to make each delivery that is due. A delivery that cannot be tried does not stop the others. The senders
 * are shared among users and receivers (docs/decisions/0023-hooks-are-delivered-from-rows.md).
 * @returns how many deliveries were tried
 * @throws AggregateError with the errors of deliveries that could not be tried, so that the run counts as failed
 */
export async function deliverHooks(deps: HookDeliveryDeps): Promise<number> {
  const { store, clock } = deps;
  const endMs = clock.now().getTime() + RUN_MS;
  const mayBegin = () => run.tried < PER_RUN && clock.now().getTime() < endMs;
  const run: Run = { tried: 0, errors: [], mayBegin };
  for (let isMore = true; isMore && mayBegin(); ) {
    const due = await store.hookDeliveries.listDue(clock.now(), READ_AT_ONCE);
    const postponedNow = await deliverInTurns(deps, due, run);
    isMore = due.length === READ_AT_ONCE && postponedNow > 0;
  }
  if (run.errors.length > 0) throw new AggregateError(run.errors, `${run.errors.length} deliveries were not attempted`);
  return run.tried;
}
