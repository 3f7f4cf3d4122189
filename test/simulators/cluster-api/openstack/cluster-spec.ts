import { z } from 'zod';

const byId = z.object({ id: z.string() });
const rule = z.looseObject({
  direction: z.string(),
  etherType: z.string().optional(),
  protocol: z.string().optional(),
  portRangeMin: z.number().optional(),
  portRangeMax: z.number().optional(),
  remoteIPPrefix: z.string().optional(),
  description: z.string().optional(),
});
export type GroupRule = z.infer<typeof rule>;

/** The fields of an OpenStackCluster that the provider reads. */
export const clusterSpec = z.object({
  identityRef: z.object({ name: z.string(), cloudName: z.string() }),
  tags: z.array(z.string()).default([]),
  externalNetwork: byId.optional(),
  network: byId.optional(),
  subnets: z.array(byId).default([]),
  managedSubnets: z.array(z.object({ cidr: z.string(), dnsNameservers: z.array(z.string()).default([]) })).default([]),
  managedSecurityGroups: z
    .looseObject({
      allowAllInClusterTraffic: z.boolean().default(false),
      workerNodesSecurityGroupRules: z.array(rule).default([]),
    })
    .optional(),
  apiServerLoadBalancer: z
    .object({
      enabled: z.boolean().default(false),
      provider: z.string().optional(),
      availabilityZone: z.string().optional(),
    })
    .optional(),
  disableAPIServerFloatingIP: z.boolean().default(false),
  apiServerFloatingIP: z.string().optional(),
});
export type ClusterSpec = z.infer<typeof clusterSpec>;

/**
 * The status that the provider writes, and the host of the endpoint. The provider reads both again when it makes
 * machines.
 */
export const clusterPlaces = z.object({
  network: z.object({ id: z.string(), name: z.string(), subnets: z.array(z.object({ id: z.string() })) }),
  controlPlaneSecurityGroup: z.object({ id: z.string() }).optional(),
  workerSecurityGroup: z.object({ id: z.string() }).optional(),
  apiServerLoadBalancer: z.object({ id: z.string(), internalIP: z.string(), ip: z.string().optional() }).optional(),
  endpoint: z.string(),
});
export type ClusterPlaces = z.infer<typeof clusterPlaces>;

const zone = z.object({ from: z.enum(['Name', 'Machine']).default('Name'), name: z.string().optional() });
const volumeFields = { type: z.string().optional(), availabilityZone: zone.optional() };
const volume = z.object({ sizeGiB: z.number(), ...volumeFields });
export type VolumeSpec = { type?: string | undefined; availabilityZone?: z.infer<typeof zone> | undefined };

/** The fields of an OpenStackMachine that the provider reads. */
export const machineSpec = z.object({
  flavor: z.string(),
  image: z.object({ id: z.string().optional(), filter: z.object({ name: z.string() }).optional() }),
  sshKeyName: z.string().optional(),
  rootVolume: volume.optional(),
  additionalBlockDevices: z
    .array(
      z.object({
        name: z.string(),
        sizeGiB: z.number(),
        storage: z.looseObject({ type: z.string(), volume: z.looseObject(volumeFields).optional() }),
      }),
    )
    .default([]),
  serverGroup: byId.optional(),
});
export type MachineSpec = z.infer<typeof machineSpec>;

/** Names of a cluster's resources in the cloud. `place` is the namespace and name of the cluster. */
export const namesOf = (place: string) => ({
  network: `k8s-clusterapi-cluster-${place}`,
  group: (role: string) => `k8s-cluster-${place}-secgroup-${role}`,
  balancer: `k8s-clusterapi-cluster-${place}-kubeapi`,
  description: `Created by cluster-api-provider-openstack cluster ${place}`,
});
