import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import {
  PEER_NETWORK,
  type PeerRouter,
  peerNetworkName,
  peerRoutes,
} from '#shared/domain/infrastructure/networks/peer-network';
import { clusterTag } from '#shared/domain/planning/naming';
import { Misconfigured } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';
import type { Router } from '#shared/ports/openstack/tenant-objects';
import { type InfrastructureDeps, sessionIn } from './infrastructure-deps.ts';

/** A tenant with a session in it. The neighbours of a tenant are the cluster's other tenants in the same cloud. */
type Neighbour = { tenant: ClusterTenant; session: OpenStack };
type Way = { networkId: string; subnetId: string; name: string };

/**
 * Finds or creates the network that connects the tenants, and shares it with their projects. A repeated step shares the
 * network again, which Neutron accepts.
 */
async function ensureWay({ session }: Neighbour, others: readonly Neighbour[], cluster: Cluster): Promise<Way> {
  const name = peerNetworkName(cluster.name);
  const description = clusterTag(cluster.uuid);
  const existing = (await session.listNetworks()).find((it) => it.name === name && it.description === description);
  const { id: networkId } = existing ?? (await session.createNetwork({ name, description }));
  const subnet = (await session.listSubnets()).find((item) => item.networkId === networkId);
  const wanted = { networkId, name, description, cidr: PEER_NETWORK };
  const { id: subnetId } = subnet ?? (await session.createSubnet(wanted));
  for (const { tenant } of others) {
    const { projectId } = tenant.made;
    if (projectId === undefined) throw new Misconfigured(`Tenant ${tenant.name} has no project yet.`);
    await session.shareNetwork(networkId, projectId);
  }
  return { networkId, subnetId, name };
}

/**
 * Connects a router to the network through a port, and returns the port's address. The router's own project creates the
 * port. Without such a port, Neutron would choose an address that is not known here, because the network belongs to
 * another project.
 */
async function ensureFoot({ tenant, session }: Neighbour, { networkId, subnetId, name }: Way) {
  const router = (await session.listRouters()).find((item) => item.name === tenant.name);
  if (!router) throw new Misconfigured(`Tenant ${tenant.name} has no router yet.`);
  const existing = (await session.listPorts({ name })).find((it) => it.networkId === networkId);
  const port = existing ?? (await session.createPort({ name, networkId, subnetId, securityGroupIds: [] }));
  if (port.deviceId === '') await session.addRouterPort({ routerId: router.id, portId: port.id });
  const [address = ''] = port.fixedIps;
  return { session, router, network: tenant.network, address };
}

type Foot = PeerRouter & { session: OpenStack; router: Router };

async function ensureRoutes(own: Foot, all: readonly Foot[]): Promise<void> {
  const wanted = peerRoutes(own, all);
  if (isSameValue(own.router.routes, wanted)) return;
  await own.session.setStaticRoutes(own.router.id, wanted);
}

async function join(holder: Neighbour, others: readonly Neighbour[], cluster: Cluster): Promise<void> {
  const way = await ensureWay(holder, others, cluster);
  const feet = await Promise.all([holder, ...others].map((neighbour) => ensureFoot(neighbour, way)));
  await Promise.all(feet.map((foot) => ensureRoutes(foot, feet)));
}

/**
 * Lets nodes in different tenants reach each other under their own addresses. Tenants in one cloud are connected by a
 * network that their routers share, because the public gateways would translate the addresses. Between clouds, the
 * operator provides a route (docs/spec/managed-clusters.md#ways-between-tenants).
 */
export const ensurePeerNetworks = onProvider(
  steps.infrastructure.ensurePeerNetworks,
  async (deps: InfrastructureDeps, target, cluster) => {
    const tenants = await deps.store.clusterTenants.listByCluster(cluster.uuid);
    const neighbours = await Promise.all(
      tenants
        .filter(({ peerNetwork }) => peerNetwork !== undefined)
        .map(async (tenant) => ({ tenant, session: await sessionIn(deps, tenant.uuid) })),
    );
    for (const holder of neighbours.filter(({ tenant }) => tenant.peerNetwork === 'own')) {
      const others = neighbours.filter(
        ({ tenant }) => tenant.peerNetwork === 'shared' && tenant.settingsUuid === holder.tenant.settingsUuid,
      );
      await join(holder, others, cluster);
    }
    if (neighbours.length > 0) {
      await note(deps, target, { step: 'peers', message: `Routers of ${neighbours.length} tenants reach one another` });
    }
    return {};
  },
);
