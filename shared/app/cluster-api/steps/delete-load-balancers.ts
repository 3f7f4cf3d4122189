import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { note } from '#shared/app/_core/steps/timeline';
import { type OpenStackDeps, sessionsOf } from '#shared/app/nodes/steps/openstack-deps';
import { steps } from '#shared/contracts/steps';
import { driverOf } from '#shared/drivers/registry';

/**
 * Deletes the load balancers that the cloud controller manager has made for Services of the cluster. They must be
 * deleted before the cluster, because nothing deletes them once the cluster is gone. The ports of remaining load
 * balancers would block the deletion of the network.
 */
export const deleteLoadBalancers = onProvider(
  steps.openstack.deleteLoadBalancers,
  async (deps: OpenStackDeps, target, cluster) => {
    const { beforeCluster = async () => [] } = driverOf(cluster).teardown;
    const found = [];
    for (const session of await sessionsOf(deps, cluster, [])) {
      const balancers = await beforeCluster(session, cluster);
      await Promise.all(balancers.map(({ what, remove }) => nameWhatBlocks(what, remove())));
      found.push(...balancers);
    }
    if (found.length > 0) return { gone: false };
    await note(deps, target, { step: 'load-balancers', message: 'The load balancers of Services are gone' });
    return { gone: true };
  },
);
