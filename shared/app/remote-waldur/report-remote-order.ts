import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Order } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { RemoteOrder } from '#shared/domain/remote-waldur/remote-objects';
import type { SyncDeps } from '../providers/sync-job.ts';
import type { Served } from './served-offerings.ts';

/** Sends the new project's id in Rancher and the ordered limits to Waldur, if Waldur does not have them yet. */
async function reportCreated({ waldur }: Served, order: RemoteOrder, { rancherProject }: Resource): Promise<void> {
  const there = await waldur.getResource(order.resourceUuid);
  const backendId = rancherProject?.backendId ?? '';
  if (backendId !== '' && there.backendId !== backendId) await waldur.setBackendId(there.uuid, backendId);
  const isOrdered = Object.keys(order.limits).length > 0;
  if (isOrdered && !isSameValue(there.limits, order.limits)) await waldur.setLimits(there.uuid, order.limits);
}

/**
 * Reports that an order is done. Before that, sends the id and the limits of a new project. Safe to repeat, because an
 * order that Waldur already shows as done is not changed.
 */
export async function reportDone(served: Served, order: RemoteOrder, resource: Resource | undefined): Promise<void> {
  if (order.type === 'Create' && resource) await reportCreated(served, order, resource);
  const { state } = await served.waldur.getOrder(order.uuid);
  if (state === 'executing') await served.waldur.setOrderDone(order.uuid);
}

/**
 * Reports why an order failed, and records that this was reported. If the record cannot be written, a later retry of
 * the remote order reports the same failure once more.
 */
export async function reportFailure(
  { store, clock }: Pick<SyncDeps, 'store' | 'clock'>,
  { waldur }: Served,
  order: RemoteOrder,
  local: Order,
): Promise<void> {
  await waldur.setOrderErred(order.uuid, local.lastError?.message ?? 'Paddock could not carry out the order.');
  const { rancherProject } = local;
  if (!rancherProject?.remote) return;
  const remote = { ...rancherProject.remote, isFailureReported: true };
  await store.commit(
    store.orders.replace(changed<Order>(local, clock.now(), { rancherProject: { ...rancherProject, remote } })),
  );
}
