import { expect } from 'vitest';
import { deleteCluster } from '#shared/app/clusters/steps/delete-cluster';
import { sweepClusters } from '#shared/app/clusters/steps/sweep-clusters';
import { cancelOrder } from '#shared/app/marketplace/orders/cancel-order';
import { checkServersGone } from '#shared/app/nodes/steps/check-servers-gone';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { deleteServer } from '#shared/app/nodes/steps/delete-server';
import { listNodes } from '#shared/app/nodes/steps/list-nodes';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import { changed } from '#shared/domain/_core/record';
import { clusterNameClaim } from '#shared/domain/planning/naming';
import { type Begun, clusterOf, EVENTUALLY, type StepWorld } from '../_worlds/step-world.ts';

/** Renames the cluster as a request does. The cluster keeps the claim on its first name. */
export async function rename({ store, settings, deps }: StepWorld, { cluster: { uuid } }: Begun): Promise<string> {
  const cluster = await store.clusters.get(uuid);
  const name = `${cluster.name}-renamed`;
  await store.commit(
    store.clusters.replace(changed(cluster, deps.clock.now(), { name, provisioningName: cluster.name })),
    store.claims.insert(clusterNameClaim(settings.uuid, name), uuid, () => new Error('taken')),
  );
  return name;
}
/** Cancels the order. The cluster's current operation is then a deletion. */
export async function leaving(world: StepWorld, begun: Begun): Promise<Begun> {
  const { order, target } = begun;
  await cancelOrder(world, world.owner, { orderUuid: order.uuid, correlationId: 'correlation-2' });
  const { operationUuid = '' } = await clusterOf(world, begun);
  expect(operationUuid).not.toBe(target.operationUuid);
  return { ...begun, target: { ...target, operationUuid } };
}

export async function deleteServers({ deps }: StepWorld, { target }: Begun): Promise<void> {
  for (const nodeUuid of (await listNodes.run(deps, target)).nodes) {
    await deleteServer.call(deps, { ...target, nodeUuid });
  }
}

export async function deleteMachines(world: StepWorld, begun: Begun): Promise<void> {
  const { deps } = world;
  await deleteServers(world, begun);
  await expect.poll(() => checkServersGone.call(deps, begun.target), EVENTUALLY).toEqual({ gone: true });
  await expect.poll(() => deleteLeftovers.call(deps, begun.target), EVENTUALLY).toEqual({ gone: true });
}

/**
 * Deletes the cluster's machines in the cloud, and then the cluster in Rancher. After that, runs the sweeps, which
 * verify the deletion.
 */
export async function deleteAll(world: StepWorld, begun: Begun): Promise<void> {
  const { deps } = world;
  await deleteMachines(world, begun);
  await expect.poll(() => deleteCluster.call(deps, begun.target), EVENTUALLY).toEqual({ gone: true });
  await sweepTenants.call(deps, begun.target);
  await sweepClusters.call(deps, begun.target);
}
