import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import { ProvisioningFailed } from '#shared/errors';
import type { OpenStack, Server } from '#shared/ports/openstack';
import { type InfrastructureDeps, keepMade, sessionIn } from './infrastructure-deps.ts';
import { ensurePort, ensureServer, findServer } from './load-balancer.ts';

/**
 * Deletes a load balancer's server that has failed, so that the next attempt creates a new server. A load balancer gets
 * as many attempts as a node. After the last attempt, throws the server's error, which becomes the error of the order.
 */
async function giveUp(deps: InfrastructureDeps, session: OpenStack, tenant: ClusterTenant, server: Server) {
  const words = server.fault?.message ?? 'the cloud does not say why';
  const { lostLoadBalancers = [] } = tenant.made;
  const lost = lostLoadBalancers.includes(server.id) ? lostLoadBalancers : [...lostLoadBalancers, server.id];
  if (lost.length >= deps.serverAttempts) {
    throw new ProvisioningFailed(`Load balancer ${server.name} of tenant ${tenant.name} has failed: ${words}`);
  }
  await keepMade(deps, tenant, { lostLoadBalancers: lost });
  await session.deleteServer(server.id);
}

async function isActive(deps: InfrastructureDeps, cluster: Cluster, tenant: ClusterTenant): Promise<boolean> {
  const session = await sessionIn(deps, tenant.uuid);
  const server = await findServer(session, tenant);
  if (server?.status === 'ERROR') await giveUp(deps, session, tenant, server);
  if (!server)
    await ensureServer(deps, session, { cluster, tenant, portId: await ensurePort(session, cluster, tenant) });
  return server?.status === 'ACTIVE';
}

/**
 * Records the public address of each load balancer, in the format of Waldur's `ClusterPublicIP`. The next step gives
 * these addresses to Rancher, for the certificate of the API server.
 */
async function showPublicIps(
  { store, clock }: InfrastructureDeps,
  cluster: Cluster,
  tenants: readonly ClusterTenant[],
) {
  const publicIps = tenants.flatMap(({ uuid: tenantUuid, made: { publicIp: address } }) =>
    address === undefined ? [] : [{ address, tenantUuid }],
  );
  const managed = { networks: [], ...cluster.managed, publicIps };
  if (isSameValue({ ...cluster, managed }, cluster)) return;
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), { managed })));
}

/** Checks all load balancers once, with one list request for each tenant. */
export const checkLoadBalancers = onProvider(
  steps.infrastructure.checkLoadBalancers,
  async (deps: InfrastructureDeps, target, cluster) => {
    const tenants = await deps.store.clusterTenants.listByCluster(cluster.uuid);
    await showPublicIps(deps, cluster, tenants);
    const active = await Promise.all(tenants.map((tenant) => isActive(deps, cluster, tenant)));
    const ready = active.every((one) => one);
    if (ready) await note(deps, target, { step: 'load-balancers', message: 'All load balancers are active' });
    return { ready };
  },
);
