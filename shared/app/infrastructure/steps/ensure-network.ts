import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import { clusterTag } from '#shared/domain/planning/naming';
import type { OpenStack } from '#shared/ports/openstack';
import { type InfrastructureDeps, keepMade, sessionIn, tenantOf } from './infrastructure-deps.ts';

/** Finds the subnet that an earlier attempt has created in the network, or creates the subnet. */
async function ensureSubnet(session: OpenStack, tenant: ClusterTenant, networkId: string, description: string) {
  const { cidr, gatewayIp, pool } = tenant.network;
  const existing = (await session.listSubnets()).find((subnet) => subnet.networkId === networkId);
  if (existing) return existing.id;
  const subnet = { networkId, name: tenant.name, description, cidr, gatewayIp, allocationPool: pool };
  return (await session.createSubnet(subnet)).id;
}

/**
 * Finds or creates the router. A router with the tenant's name but without Paddock's description belongs to somebody
 * else and is not used, even in the cluster's own project.
 */
async function ensureRouter(session: OpenStack, tenant: ClusterTenant, subnetId: string, description: string) {
  const { name, externalNetworkId } = tenant;
  const existing = (await session.listRouters()).find((it) => it.name === name && it.description === description);
  const router = existing ?? (await session.createRouter({ name, description, externalNetworkId }));
  const interfaces = existing ? await session.listRouterInterfaces() : [];
  const isConnected = interfaces.some((item) => item.routerId === router.id && item.subnetId === subnetId);
  if (!isConnected) await session.addRouterInterface({ routerId: router.id, subnetId });
}

async function ensureServerGroups(session: OpenStack, { serverGroups }: ClusterTenant) {
  const existing = await session.listServerGroups();
  const made: [string, string][] = [];
  for (const { role, name, policy } of serverGroups) {
    const group =
      existing.find((it) => it.name === name && it.policy === policy) ??
      (await session.createServerGroup({ name, policy }));
    made.push([role, group.id]);
  }
  return Object.fromEntries(made);
}

async function furnish(session: OpenStack, cluster: Cluster, tenant: ClusterTenant) {
  const { name } = tenant;
  const description = clusterTag(cluster.uuid);
  const existing = (await session.listNetworks()).find((it) => it.name === name && it.description === description);
  const network = existing ?? (await session.createNetwork({ name, description }));
  const subnetId = await ensureSubnet(session, tenant, network.id, description);
  await ensureRouter(session, tenant, subnetId, description);
  return { networkId: network.id, subnetId, serverGroupIds: await ensureServerGroups(session, tenant) };
}

export const ensureNetwork = onProvider(
  steps.infrastructure.ensureNetwork,
  async (deps: InfrastructureDeps, input, cluster) => {
    const tenant = await tenantOf(deps, cluster, input.tenantUuid);
    const session = await sessionIn(deps, tenant.uuid);
    await keepMade(deps, tenant, await furnish(session, cluster, tenant));
    const message = `Network ${tenant.network.cidr} of tenant ${tenant.name} exists`;
    await note(deps, input, { step: 'network', message, nodeName: tenant.name });
    return {};
  },
);
