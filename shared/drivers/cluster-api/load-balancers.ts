import { isServiceLoadBalancer } from '#shared/domain/cluster-api/cloud/objects-in-cloud';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { BackendConflict } from '#shared/errors';
import type { LoadBalancers } from '#shared/ports/openstack/load-balancers';
import type { Leftover } from '../driver.ts';

/**
 * Load balancers of the cluster's Services. Octavia refuses to delete a load balancer that it is changing or already
 * deleting. A later attempt then deletes the load balancer, or finds that it is gone.
 */
export async function serviceLoadBalancers(session: LoadBalancers, { uuid }: Cluster): Promise<Leftover[]> {
  const listed = await session.listLoadBalancers();
  return listed
    .filter((balancer) => isServiceLoadBalancer(uuid, balancer))
    .map(({ id, name, status }) => ({
      what: `load balancer ${name} (${id}: ${status})`,
      remove: () =>
        session.deleteLoadBalancer(id).catch((error: unknown) => {
          if (!(error instanceof BackendConflict)) throw error;
        }),
    }));
}
