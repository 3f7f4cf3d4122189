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
  /** Of one that was added later; the others' follow from their places among these. */
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

/** Ids of the cloud's own; absent until made. */
const made = z.object({
  projectId: z.string().optional(),
  networkId: z.string().optional(),
  subnetId: z.string().optional(),
  /** By name, `default` among them. */
  securityGroupIds: z.record(z.string(), z.string()),
  serverGroupIds: z.partialRecord(nodeRole, z.string()),
  loadBalancerId: z.string().optional(),
  /** Servers of the load balancer that came to nothing. */
  lostLoadBalancers: z.array(z.string()).optional(),
  /** Where the cluster is reached from outside. */
  publicIp: z.string().optional(),
});

/**
 * What a managed cluster is to have, and has by now, in one cloud: the plan as it was when the order was carried out. Its nodes get
 * rows of their own once their network stands.
 */
export const clusterTenant = record.extend({
  clusterUuid: uuid,
  /** Of the cloud. */
  settingsUuid: uuid,
  offeringUuid: uuid,
  /** Among the cluster's tenants, from 0. */
  place: z.number().int(),
  /** Keystone's name of the project. */
  name: z.string(),
  /** As `TenantLimits`. */
  limits: z.object({ cores: z.number(), ram: z.number() }).catchall(z.number()),
  /** As `ProjectCounts`: how many of each kind it holds. */
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
  /** Where its router leads, and floating IPs come from. */
  externalNetworkId: z.string(),
  network: z.object({
    cidr: z.string(),
    gatewayIp: z.string(),
    loadBalancerIp: z.string(),
    pool: z.object({ start: z.string(), end: z.string() }),
  }),
  /** Of a tenant that is not the cluster's only one in its cloud. */
  peerNetwork: z.enum(['own', 'shared']).exactOptional(),
  /** `default` among them. */
  securityGroups: z.array(z.object({ name: z.string(), description: z.string(), rules: z.array(securityRule) })),
  serverGroups: z.array(z.object({ role: nodeRole, name: z.string(), policy: z.literal('soft-anti-affinity') })),
  loadBalancer,
  nodes: z.array(plannedNode),
  made,
});
export type ClusterTenant = z.infer<typeof clusterTenant>;

/** Follows from cluster and offering, so that a repeated step finds its own rows. */
export const clusterTenantUuid = (clusterUuid: Uuid, offeringUuid: Uuid): Uuid =>
  derivedUuid(clusterUuid, `tenant/${offeringUuid}`);

export const clusterTenantRecord = defineRecord({
  name: 'CLUSTER_TENANT',
  title: 'ClusterTenant',
  schema: clusterTenant,
  audit: undefined,
});
