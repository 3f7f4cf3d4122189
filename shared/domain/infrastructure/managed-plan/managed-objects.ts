import { clusterTag, floatingIpDescription, nodeTag, portName } from '#shared/domain/planning/naming';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { ManagedAttributes } from '../managed-attributes.ts';
import type { OfferedCloud } from '../offered-cloud.ts';
import {
  CLUSTER_UUID,
  type MachineObjects,
  type PlannedInfrastructure,
  type PlannedObjects,
  type PlannedPool,
  type PlannedTenant,
  plannedElsewhere,
  plannedMachines,
  plannedVolumes,
} from '../planned-objects.ts';
import type { ManagedPlan, ManagedTenant, PlannedNode } from './managed-plan.ts';
import { tenantCounts } from './tenant-count-quotas.ts';

/** Placeholders for ids that are unknown until the tenant is created. */
const TENANT_UUID = '{tenant_uuid}';
const NETWORK_ID = '{network_id}';
const SUBNET_ID = '{subnet_id}';
const groupId = (name: string): string => `{${name}_id}`;

const DEFAULT_GROUP = 'default';
const groupsOf = ({ securityGroups }: ManagedPlan, { defaultGroupRules }: ManagedTenant) => [
  { name: DEFAULT_GROUP, description: 'Default security group', rules: defaultGroupRules },
  ...securityGroups,
];

const infrastructureOf = (plan: ManagedPlan, tenant: ManagedTenant): PlannedInfrastructure => ({
  offeringUuid: tenant.offeringUuid,
  limits: tenant.limits,
  quotas: tenantCounts(plan, tenant),
  network: tenant.network,
  ...(tenant.peerNetwork && { peerNetwork: tenant.peerNetwork }),
  externalNetworkId: tenant.externalNetworkId,
  securityGroups: groupsOf(plan, tenant),
  serverGroups: tenant.serverGroups,
});

/** Nodes need only the security group `default`, because traffic from outside comes through the load balancer. */
const specOf = (node: PlannedNode): NodeSpec => ({
  ...node,
  tenantUuid: TENANT_UUID,
  networkId: NETWORK_ID,
  subnetId: SUBNET_ID,
  securityGroupIds: [groupId(DEFAULT_GROUP)],
});

type Facts = { plan: ManagedPlan; settings: RancherSettings; clouds: readonly OfferedCloud[] };

function loadBalancerOf({ plan, settings }: Facts, tenant: ManagedTenant, imageName: string): MachineObjects {
  const { loadBalancer, externalNetworkId } = tenant;
  const { name, address, flavorId, flavorName, vcpus, ramMb, imageId } = loadBalancer;
  const port = portName(name, CLUSTER_UUID);
  const securityGroupIds = groupsOf(plan, tenant).map((group) => groupId(group.name));
  const server = {
    name,
    role: 'load_balancer' as const,
    port,
    flavor: { id: flavorId, name: flavorName, vcpus, ramMb },
    image: { id: imageId, name: imageName },
    tags: [clusterTag(CLUSTER_UUID), nodeTag(TENANT_UUID)],
  };
  const description = floatingIpDescription(TENANT_UUID, CLUSTER_UUID);
  return {
    ports: [{ name: port, networkId: NETWORK_ID, subnetId: SUBNET_ID, securityGroupIds, ipAddress: address }],
    servers: [server],
    volumes: plannedVolumes(loadBalancer, settings.options.nodeDiskDriver),
    floatingIps: [{ port, networkId: externalNetworkId, description }],
  };
}

/**
 * A pool with placeholders for the ids of the objects that its tenant gets. Quotas are not shown, because the tenant
 * gets quotas that are large enough for the order.
 */
function poolOf(pool: NonNullable<ManagedTenant['pools']>[number], imageName: string): PlannedPool {
  const { flavorName: name, vcpus, ramMb, ...spec } = pool;
  return {
    spec: { ...spec, tenantUuid: TENANT_UUID, networkId: NETWORK_ID, securityGroupIds: [groupId(DEFAULT_GROUP)] },
    flavor: { id: pool.flavorId, name, vcpus, ramMb },
    image: { id: pool.imageId, name: imageName },
  };
}

function tenantObjects(facts: Facts, tenant: ManagedTenant): PlannedTenant {
  const { plan, settings, clouds } = facts;
  const imageName = clouds.find(({ offeringUuid }) => offeringUuid === tenant.offeringUuid)?.imageName ?? '';
  const balancer = loadBalancerOf(facts, tenant, imageName);
  const nodes = plannedMachines(tenant.nodes.map(specOf), { imageName, diskDriver: settings.options.nodeDiskDriver });
  return {
    uuid: TENANT_UUID,
    name: tenant.name,
    ports: [...balancer.ports, ...nodes.ports],
    servers: [...balancer.servers, ...nodes.servers],
    volumes: [...balancer.volumes, ...nodes.volumes],
    floatingIps: [...balancer.floatingIps, ...nodes.floatingIps],
    infrastructure: infrastructureOf(plan, tenant),
    ...(tenant.pools && { pools: { pools: tenant.pools.map((pool) => poolOf(pool, imageName)), quotas: [] } }),
  };
}

/**
 * Everything that a managed order would create: the VM project, the objects outside of clouds that every order creates
 * (`plannedElsewhere`), and the objects in each tenant. Each tenant gets its infrastructure, a load balancer, and nodes
 * or pools.
 */
export function managedObjects(
  { installLonghorn }: Pick<ManagedAttributes, 'installLonghorn'>,
  facts: Facts,
): PlannedObjects {
  const { plan, settings } = facts;
  return {
    vmProject: { name: plan.vmProjectName, slug: plan.vmProjectSlug },
    ...plannedElsewhere({ name: plan.clusterName, installLonghorn }, settings),
    tenants: plan.tenants.map((tenant) => tenantObjects(facts, tenant)),
  };
}
