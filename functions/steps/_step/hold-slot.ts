import type { Cluster } from '#shared/domain/cluster';
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
 * Bounds what is under way at one provider (design decision 18), whatever the number of orders: a provider that is slow, or says
 * 429, keeps its own orders waiting and no others.
 * @throws ProviderBusy when every slot is taken; the state machine comes again
 */
export async function holdingSlot<T>(
  deps: SlotDeps,
  target: Target,
  cluster: Cluster,
  work: () => Promise<T>,
): Promise<T> {
  const { store, clock, ids, slots } = deps;
  const { settingsUuid, settingsName } = cluster;
  const { operationUuid, clusterUuid } = target;
  const expiresAt = new Date(clock.now().getTime() + slots.keptMs).toISOString();
  const wanted = { settingsUuid, operationUuid, clusterUuid, holder: ids.uuid(), expiresAt };
  const slot = await store.slots.take(wanted, slots.perProvider);
  if (!slot) throw new ProviderBusy(`all ${slots.perProvider} slots of provider ${settingsName} are taken`);
  try {
    return await work();
  } finally {
    await store.slots.release(slot);
  }
}

/**
 * A stopped execution does not stop a running Lambda (design decision 5), and what that makes after a deletion has looked would stay for ever.
 * So a deletion begins when no step of another operation is at work on its cluster: one that begins later finds itself superseded.
 */
export async function isAlone(
  { store }: Pick<SlotDeps, 'store'>,
  { operationUuid, clusterUuid }: Target,
  { settingsUuid }: Cluster,
): Promise<boolean> {
  const taken = await store.slots.listTaken(settingsUuid);
  return !taken.some((slot) => slot.clusterUuid === clusterUuid && slot.operationUuid !== operationUuid);
}
