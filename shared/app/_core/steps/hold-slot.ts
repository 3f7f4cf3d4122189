import type { Cluster } from '#shared/domain/clusters/cluster';
import { ProviderBusy } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import type { Target } from './fence.ts';

export type SlotDeps = {
  store: Store;
  clock: Clock;
  ids: Pick<Ids, 'uuid'>;
  slots: {
    /** How many steps may be at work at one provider at a time. */
    perProvider: number;
    /** Longer than a step's Lambda can live. */
    keptMs: number;
  };
};

/**
 * Bounds what is under way at one provider (docs/spec/design.md#retries-in-the-state-machines), whatever the number of orders: a provider
 * that is slow, or says 429, keeps its own orders waiting and no others.
 * @throws ProviderBusy when every slot is taken; the state machine comes again
 */
export async function holdingSlot<T>(
  deps: SlotDeps,
  target: Target,
  cluster: Cluster,
  work: () => Promise<T>,
): Promise<T> {
  const { settingsUuid, settingsName } = cluster;
  const { perProvider } = deps.slots;
  const busy = `all ${perProvider} slots of provider ${settingsName} are taken`;
  return holdingOneOf(deps, target, { settingsUuid, limit: perProvider, busy }, work);
}

/**
 * One at a time changes who may enter a cluster: a group that is empty may go while nobody else is put into it. The one slot stands
 * where a provider of that number would have its own.
 */
export function holdingAccess<T>(deps: SlotDeps, target: Target, work: () => Promise<T>): Promise<T> {
  const { clusterUuid } = target;
  const busy = `another step changes who may enter cluster ${clusterUuid}`;
  return holdingOneOf(deps, target, { settingsUuid: clusterUuid, limit: 1, busy }, work);
}

async function holdingOneOf<T>(
  { store, clock, ids, slots }: SlotDeps,
  { operationUuid, clusterUuid }: Target,
  { settingsUuid, limit, busy }: { settingsUuid: string; limit: number; busy: string },
  work: () => Promise<T>,
): Promise<T> {
  const expiresAt = new Date(clock.now().getTime() + slots.keptMs).toISOString();
  const slot = await store.slots.take(
    { settingsUuid, operationUuid, clusterUuid, holder: ids.uuid(), expiresAt },
    limit,
  );
  if (!slot) throw new ProviderBusy(busy);
  try {
    return await work();
  } finally {
    await store.slots.release(slot);
  }
}

/**
 * A stopped execution does not stop a running Lambda (docs/spec/design.md#steps-are-safe-to-repeat), and what that makes after a deletion
 * has looked would stay for ever. So a deletion begins when no step of another operation is at work on its cluster: one that begins later
 * finds itself superseded.
 */
export async function isAlone(
  { store }: Pick<SlotDeps, 'store'>,
  { operationUuid, clusterUuid }: Target,
  { settingsUuid }: Cluster,
): Promise<boolean> {
  const taken = await store.slots.listTaken(settingsUuid);
  return !taken.some((slot) => slot.clusterUuid === clusterUuid && slot.operationUuid !== operationUuid);
}

/** The same of operations on one node: others of its cluster may be at work. */
export async function areOver(
  { store }: Pick<SlotDeps, 'store'>,
  { settingsUuid }: Cluster,
  operationUuids: readonly string[],
): Promise<boolean> {
  if (operationUuids.length === 0) return true;
  const taken = await store.slots.listTaken(settingsUuid);
  return !taken.some(({ operationUuid }) => operationUuids.includes(operationUuid));
}
