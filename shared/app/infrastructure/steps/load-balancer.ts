import { createOrAdopt } from '#shared/app/_core/steps/create-or-adopt';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import { clusterTag, floatingIpDescription, nodeTag, portName } from '#shared/domain/planning/naming';
import { renderLoadBalancerCloudInit } from '#shared/drivers/load-balancer/load-balancer-cloud-init';
import { BackendUnavailable, Misconfigured } from '#shared/errors';
import type { OpenStack, Server } from '#shared/ports/openstack';
import { ensureFloatingIp } from './ensure-floating-ip.ts';
import type { InfrastructureDeps } from './infrastructure-deps.ts';

/** The network and subnet of a tenant. Throws Misconfigured if no earlier step has created them. */
function networkOf({ name, made }: ClusterTenant): { networkId: string; subnetId: string } {
  const { networkId, subnetId } = made;
  if (networkId === undefined || subnetId === undefined) throw new Misconfigured(`Tenant ${name} has no network yet.`);
  return { networkId, subnetId };
}

export async function ensurePort(session: OpenStack, cluster: Cluster, tenant: ClusterTenant): Promise<string> {
  const name = portName(tenant.loadBalancer.name, cluster.uuid);
  const find = async () => (await session.listPorts({ name }))[0]?.id;
  const existing = await find();
  if (existing !== undefined) return existing;
  const ipAddress = tenant.loadBalancer.address;
  const securityGroupIds = Object.values(tenant.made.securityGroupIds);
  const wanted = { name, ...networkOf(tenant), securityGroupIds, ipAddress };
  return createOrAdopt(`port ${name}`, async () => (await session.createPort(wanted)).id, find);
}

export const publicAddress = (session: OpenStack, cluster: Cluster, tenant: ClusterTenant, portId: string) =>
  ensureFloatingIp(session, {
    networkId: tenant.externalNetworkId,
    portId,
    description: floatingIpDescription(tenant.uuid, cluster.uuid),
  });

/**
 * Deletes a failed server, because the server holds the load balancer's port. The repeated step can then use the port.
 */
async function makeWay(session: OpenStack, { id, name }: Server): Promise<never> {
  await session.deleteServer(id);
  throw new BackendUnavailable(`Load balancer ${name} (${id}) has failed and is being removed.`);
}

/** Finds the load balancer's server by its tag. The tag has the same format as the tag of a node's server. */
export const findServer = async (session: OpenStack, { uuid }: ClusterTenant): Promise<Server | undefined> =>
  (await session.listServers({ tag: nodeTag(uuid) }))[0];

export async function ensureServer(
  deps: InfrastructureDeps,
  session: OpenStack,
  { cluster, tenant, portId }: { cluster: Cluster; tenant: ClusterTenant; portId: string },
): Promise<string> {
  const existing = await findServer(session, tenant);
  if (existing && existing.status !== 'ERROR') return existing.id;
  if (existing) await makeWay(session, existing);
  const { options } = await rancherSettingsOf(deps, cluster.settingsUuid);
  const tags = [clusterTag(cluster.uuid), nodeTag(tenant.uuid)];
  const { sshPublicKey } = tenant.nodes[0] ?? {};
  const input = { name: tenant.loadBalancer.name, cidr: tenant.network.cidr, ...(sshPublicKey && { sshPublicKey }) };
  const userData = renderLoadBalancerCloudInit(input, options.managed?.loadBalancerCloudInitTemplate);
  const wanted = { spec: tenant.loadBalancer, portId, tags, userData };
  const find = async () => (await findServer(session, tenant))?.id;
  return createOrAdopt(`server ${input.name}`, async () => (await session.createServer(wanted)).id, find);
}
