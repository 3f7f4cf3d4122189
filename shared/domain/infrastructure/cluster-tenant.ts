import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { derivedUuid, type Uuid, uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { nodeSpec } from '../planning/node-spec.ts';
import { nodeRole } from '../planning/order-attributes.ts';

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
  /** Nodes that were added later. The uuids of the others are derived from their places here. */
  .extend({ uuid: uuid.optional() });

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

/** Ids in the cloud of the objects in the tenant. An id is absent until its object is created. */
const made = z.object({
  projectId: z.string().optional(),
  networkId: z.string().optional(),
  subnetId: z.string().optional(),
  /** Ids of security groups by name, including `default`. */
  securityGroupIds: z.record(z.string(), z.string()),
  serverGroupIds: z.partialRecord(nodeRole, z.string()),
  loadBalancerId: z.string().optional(),
  /** Ids of servers of the load balancer that have failed. */
  lostLoadBalancers: z.array(z.string()).optional(),
  /** The public address of the cluster in this tenant. */
  publicIp: z.string().optional(),
});

/**
 * The tenant of a managed cluster in one cloud: the plan from the order, and the ids of the created objects. The
 * tenant's nodes get their own records when their network exists.
 */
export const clusterTenant = record.extend({
  clusterUuid: uuid,
  /** Uuid of the cloud's service settings. */
  settingsUuid: uuid,
  offeringUuid: uuid,
  /** Position of the tenant among those of the cluster, counted from 0. */
  place: z.number().int(),
  /** Name of the Keystone project. */
  name: z.string(),
  /** Limits of the tenant, with the same keys as `TenantLimits`. */
  limits: z.object({ cores: z.number(), ram: z.number() }).catchall(z.number()),
  /** Counts for the tenant's quotas, with the same keys as `ProjectCounts`. */
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
  /** The external network for the router's gateway and for floating IPs. */
  externalNetworkId: z.string(),
  network: z.object({
    cidr: z.string(),
    gatewayIp: z.string(),
    loadBalancerIp: z.string(),
    pool: z.object({ start: z.string(), end: z.string() }),
  }),
  /** Present if other tenants of the cluster are in the same cloud. */
  peerNetwork: z.enum(['own', 'shared']).exactOptional(),
  /** The tenant's security groups, including `default`. */
  securityGroups: z.array(z.object({ name: z.string(), description: z.string(), rules: z.array(securityRule) })),
  serverGroups: z.array(z.object({ role: nodeRole, name: z.string(), policy: z.literal('soft-anti-affinity') })),
  loadBalancer,
  nodes: z.array(plannedNode),
  made,
});
export type ClusterTenant = z.infer<typeof clusterTenant>;

/** The uuid of a cluster's tenant. It is derived from cluster and offering, so that a repeated step finds its own rows. */
export const clusterTenantUuid = (clusterUuid: Uuid, offeringUuid: Uuid): Uuid =>
  derivedUuid(clusterUuid, `tenant/${offeringUuid}`);

export const clusterTenantRecord = defineRecord({
  name: 'CLUSTER_TENANT',
  title: 'ClusterTenant',
  schema: clusterTenant,
  audit: undefined,
});
