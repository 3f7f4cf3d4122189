import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { derivedUuid, type Uuid, uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { nodeSpec } from '../planning/node-spec.ts';
import { nodeRole } from '../planning/order-attributes.ts';
import { poolSpec } from '../planning/pools/pool-spec.ts';

const securityRule = z.object({
  direction: z.enum(['ingress', 'egress']).exactOptional(),
  ethertype: z.enum(['IPv4', 'IPv6']).exactOptional(),
  protocol: z.enum(['tcp', 'udp', 'icmp']).nullable(),
  fromPort: z.number().int().exactOptional(),
  toPort: z.number().int().exactOptional(),
  cidr: z.string(),
  description: z.string(),
});

const plannedNode = nodeSpec
  .omit({ tenantUuid: true, subnetId: true, networkId: true, securityGroupIds: true })
  /**
   * The uuid is set only for a node that was added later. Uuids of the nodes in the order are derived from their
   * positions in the tenant's list.
   */
  .extend({ uuid: uuid.optional() });

/** A pool of the order, with the size of its flavor, but without the ids of the tenant's objects. */
const plannedPool = poolSpec
  .omit({ tenantUuid: true, networkId: true, securityGroupIds: true, serverGroupId: true })
  .extend({ flavorName: z.string(), vcpus: z.number().int(), ramMb: z.number().int() });

const loadBalancer = nodeSpec
  .pick({
    name: true,
    flavorId: true,
    flavorName: true,
    vcpus: true,
    ramMb: true,
    imageId: true,
    availabilityZone: true,
    systemVolumeSizeMb: true,
    systemVolumeType: true,
  })
  .extend({
    address: z.string(),
    dataVolumes: z.array(z.object({ sizeMb: z.number().int(), volumeType: z.string().optional() })),
  });

/** Ids of the tenant's objects in the cloud. An id is undefined until its object is created. */
const made = z.object({
  projectId: z.string().optional(),
  networkId: z.string().optional(),
  subnetId: z.string().optional(),
  /** Ids of the tenant's security groups by name, including the group `default`. */
  securityGroupIds: z.record(z.string(), z.string()),
  serverGroupIds: z.partialRecord(nodeRole, z.string()),
  loadBalancerId: z.string().optional(),
  /** Ids of the load balancer's failed servers. */
  lostLoadBalancers: z.array(z.string()).optional(),
  /** The public address of the cluster in this tenant. */
  publicIp: z.string().optional(),
});

/**
 * A tenant of a managed cluster: the plan from the order, and the ids of what was created in the cloud. The nodes of
 * the tenant get their own records when the tenant's network exists.
 */
export const clusterTenant = record.extend({
  clusterUuid: uuid,
  /** Uuid of the cloud's service settings. */
  settingsUuid: uuid,
  offeringUuid: uuid,
  /** Position of the tenant in the list of the cluster's tenants; the first is 0. */
  place: z.number().int(),
  /** Name of the tenant's project in Keystone. */
  name: z.string(),
  /** Limits of the tenant, by the names in `TenantLimits`. */
  limits: z.object({ cores: z.number(), ram: z.number() }).catchall(z.number()),
  /**
   * How many objects of each kind the tenant needs, by the names in `ProjectCounts`. The tenant's quotas follow from
   * these numbers.
   */
  counts: z.object({
    instances: z.number().int(),
    serverGroups: z.number().int(),
    serverGroupMembers: z.number().int(),
    volumes: z.number().int(),
    networks: z.number().int(),
    subnets: z.number().int(),
    routers: z.number().int(),
    ports: z.number().int(),
    floatingIps: z.number().int(),
    securityGroups: z.number().int(),
    securityGroupRules: z.number().int(),
  }),
  /** The external network of the router's gateway and of floating IPs. */
  externalNetworkId: z.string(),
  network: z.object({
    cidr: z.string(),
    gatewayIp: z.string(),
    loadBalancerIp: z.string(),
    pool: z.object({ start: z.string(), end: z.string() }),
  }),
  /**
   * The network to the cluster's other tenants in the same cloud. Absent if there are no such tenants. `own`: this
   * tenant makes the network. `shared`: this tenant uses the network of another tenant.
   */
  peerNetwork: z.enum(['own', 'shared']).exactOptional(),
  /** The tenant's security groups, including the group `default`. */
  securityGroups: z.array(z.object({ name: z.string(), description: z.string(), rules: z.array(securityRule) })),
  serverGroups: z.array(z.object({ role: nodeRole, name: z.string(), policy: z.literal('soft-anti-affinity') })),
  loadBalancer,
  nodes: z.array(plannedNode),
  /** The pools of the order. Later changes of pools are only in the cluster's record. */
  pools: z.array(plannedPool).optional(),
  made,
});
export type ClusterTenant = z.infer<typeof clusterTenant>;

/**
 * The uuid of a cluster's tenant. The uuid is derived from cluster and offering, so a repeated step finds the rows of
 * its first run.
 */
export const clusterTenantUuid = (clusterUuid: Uuid, offeringUuid: Uuid): Uuid =>
  derivedUuid(clusterUuid, `tenant/${offeringUuid}`);

export const clusterTenantRecord = defineRecord({
  name: 'CLUSTER_TENANT',
  title: 'ClusterTenant',
  schema: clusterTenant,
  audit: undefined,
});
