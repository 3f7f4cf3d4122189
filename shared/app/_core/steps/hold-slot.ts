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
    /** How many steps may run at one provider at a time. */
    perProvider: number;
    /** How long a slot is kept if no step returns it. This time is longer than the Lambda of a step can run. */
    keptMs: number;
  };
};

/**
 * Runs work in a slot of the provider. Slots limit the concurrent steps at one provider
 * (docs/spec/design.md#retries-in-the-state-machines). So a provider that is slow or answers 429 delays only its own
 * orders.
 * @throws ProviderBusy when every slot is taken; the state machine retries
 */
export async function holdingSlot<T>(
  deps: SlotDeps,
  target: Target,
  cluster: Pick<Cluster, 'settingsUuid' | 'settingsName'>,
  work: () => Promise<T>,
): Promise<T> {
  const { settingsUuid, settingsName } = cluster;
  const { perProvider } = deps.slots;
  const busy = `All ${perProvider} slots of provider ${settingsName} are taken.`;
  return holdingOneOf(deps, target, { settingsUuid, limit: perProvider, busy }, work);
}

/**
 * Runs work in the cluster's only slot for changes of access. Without the slot, one step could find a group empty and
 * delete it while another step adds a member. The slot is stored like the slots of a provider.
 */
export function holdingAccess<T>(deps: SlotDeps, target: Target, work: () => Promise<T>): Promise<T> {
  const { clusterUuid } = target;
  const busy = `Another step is changing the access to cluster ${clusterUuid}.`;
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
 * Returns true if no step of another operation runs on the cluster. A deletion waits until the result is true. A
 * stopped execution does not stop a running Lambda (docs/spec/design.md#steps-are-safe-to-repeat). That Lambda could
 * create objects after the deletion has looked for them. If a step of another operation starts after the deletion has
 * begun, the step stops at its first check.
 */
export async function isAlone(
  { store }: Pick<SlotDeps, 'store'>,
  { operationUuid, clusterUuid }: Target,
  { settingsUuid }: Cluster,
): Promise<boolean> {
  const taken = await store.slots.listTaken(settingsUuid);
  return !taken.some((slot) => slot.clusterUuid === clusterUuid && slot.operationUuid !== operationUuid);
}

/** Whether all steps of these operations on nodes have ended. Other operations of the cluster may still run. */
export async function areOver(
  { store }: Pick<SlotDeps, 'store'>,
  { settingsUuid }: Cluster,
  operationUuids: readonly string[],
): Promise<boolean> {
  if (operationUuids.length === 0) return true;
  const taken = await store.slots.listTaken(settingsUuid);
  return !taken.some(({ operationUuid }) => operationUuids.includes(operationUuid));
}
