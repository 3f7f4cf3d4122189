import type { Uuid } from '../_core/identifier.ts';
import { gigabytesOf } from '../planning/checks/check-tenant-quotas.ts';
import {
  argocdLabels,
  argocdSecretName,
  argocdTokenDescription,
  clusterTag,
  floatingIpDescription,
  nodeTag,
  portName,
  rancherLabels,
  rancherTag,
  vaultNames,
} from '../planning/naming.ts';
import type { NodeSpec } from '../planning/node-spec.ts';
import type { Plan } from '../planning/plan.ts';
import type { PoolSpec } from '../planning/pools/pool-spec.ts';
import type { Tenant } from '../planning/tenant.ts';
import type { RancherSettings } from '../providers/service-settings.ts';
import type { ManagedTenant, PlannedSecurityGroup } from './managed-plan/managed-plan.ts';
import type { tenantCounts } from './managed-plan/tenant-count-quotas.ts';

/** Placeholders for ids that do not exist before the order is placed. */
export const CLUSTER_UUID = '{cluster_uuid}';
export const NODE_UUID = '{node_uuid}';
export const RANCHER_ID = '{rancher_id}';

type PlannedPort = {
  name: string;
  networkId: string;
  subnetId: string;
  securityGroupIds: readonly string[];
  /** The fixed address of the port. Absent if the cloud chooses the address. */
  ipAddress?: string;
};
type PlannedServer = {
  name: string;
  role: NodeSpec['role'] | 'load_balancer';
  flavor: { id: string; name: string; vcpus: number; ramMb: number };
  image: { id: string; name: string };
  tags: readonly string[];
  port: string;
};
/**
 * A planned volume. `device` is the volume's name on the machine. The first volume is the boot volume, which has no
 * mount point.
 */
type PlannedVolume = { server: string; device: string; sizeGb: number; type?: string; mountPoint?: string };
type PlannedFloatingIp = { port: string; networkId: string; description: string };
export type MachineObjects = {
  ports: PlannedPort[];
  servers: PlannedServer[];
  volumes: PlannedVolume[];
  floatingIps: PlannedFloatingIp[];
};

/** The planned objects of a new tenant besides its machines. Router and subnet have the tenant's name. */
export type PlannedInfrastructure = Pick<
  ManagedTenant,
  'offeringUuid' | 'limits' | 'network' | 'peerNetwork' | 'externalNetworkId' | 'serverGroups'
> & {
  quotas: ReturnType<typeof tenantCounts>;
  securityGroups: PlannedSecurityGroup[];
};
/**
 * A planned pool. Rancher chooses the names of the machines, so only the number of machines is shown. `{…}` stands for
 * ids of a new tenant.
 */
export type PlannedPool = {
  spec: PoolSpec;
  flavor: PlannedServer['flavor'];
  image: PlannedServer['image'];
};
/** A quota of a tenant: its limit, what is used now, and what would be used with the ordered machines. */
export type PlannedQuota = { name: string; limit: number; used: number; after: number };
export type PlannedTenant = MachineObjects & {
  uuid: Uuid;
  name: string;
  /** The planned pools, and the quotas that their machines use. Absent if Paddock makes the machines. */
  pools?: { pools: PlannedPool[]; quotas: PlannedQuota[] };
  /** Planned objects besides machines. Absent if the tenant already exists. */
  infrastructure?: PlannedInfrastructure;
};

/** All objects that an order creates, by backend. Backends that the provider does not use are absent. */
export type PlannedObjects = {
  /**
   * The VM project of a managed order: the project in Paddock to which the tenants with the machines belong. Absent for
   * other orders.
   */
  vmProject?: { name: string; slug: string };
  rancher: {
    cluster: { name: string; kubernetesVersion: string; labels: Record<string, string> };
    /** The token with which machines register. Absent if Rancher makes the machines. */
    registrationToken?: { labels: Record<string, string> };
    /**
     * Objects that Rancher needs to make the machines of pools. `{hash}` stands for a hash of the machine config's
     * content.
     */
    pools?: { cloudCredentials: string[]; machineConfigs: string[]; labels: Record<string, string> };
    registrySecret?: { url: string; user: string; labels: Record<string, string> };
    /** Rancher's API key for Argo CD. The key works for this cluster only. */
    apiKey?: { description: string };
  };
  vault?: ReturnType<typeof vaultNames>;
  argocd?: { namespace: string; secretName: string; labels: Record<string, string> };
  tenants: PlannedTenant[];
};

const plannedPort = ({ name, networkId, subnetId, securityGroupIds }: NodeSpec): PlannedPort => ({
  name: portName(name, CLUSTER_UUID),
  networkId,
  subnetId,
  securityGroupIds,
});

type WithVolumes = Pick<NodeSpec, 'name' | 'systemVolumeSizeMb' | 'systemVolumeType'> & {
  dataVolumes: readonly { sizeMb: number; volumeType?: string | undefined; mountPoint?: string }[];
};
/** The planned volumes of a machine. The boot volume comes first, because Nova attaches volumes in this order. */
export function plannedVolumes(spec: WithVolumes, diskDriver: string): PlannedVolume[] {
  const volumes = [{ sizeMb: spec.systemVolumeSizeMb, volumeType: spec.systemVolumeType }, ...spec.dataVolumes];
  return volumes.map((volume, index) => ({
    server: spec.name,
    device: `/dev/${diskDriver}${String.fromCharCode('a'.charCodeAt(0) + index)}`,
    sizeGb: gigabytesOf(volume.sizeMb),
    ...(volume.volumeType !== undefined && { type: volume.volumeType }),
    ...('mountPoint' in volume && volume.mountPoint !== undefined && { mountPoint: volume.mountPoint }),
  }));
}

const plannedFloatingIps = ({ name, floatingNetworkId }: NodeSpec): PlannedFloatingIp[] =>
  floatingNetworkId === undefined
    ? []
    : [
        {
          port: portName(name, CLUSTER_UUID),
          networkId: floatingNetworkId,
          description: floatingIpDescription(NODE_UUID, CLUSTER_UUID),
        },
      ];

export const plannedMachines = (
  specs: readonly NodeSpec[],
  { imageName, diskDriver }: { imageName: string; diskDriver: string },
): MachineObjects => ({
  ports: specs.map(plannedPort),
  servers: specs.map((spec) => ({
    name: spec.name,
    role: spec.role,
    flavor: { id: spec.flavorId, name: spec.flavorName, vcpus: spec.vcpus, ramMb: spec.ramMb },
    image: { id: spec.imageId, name: imageName },
    tags: [clusterTag(CLUSTER_UUID), nodeTag(NODE_UUID), rancherTag(RANCHER_ID)],
    port: portName(spec.name, CLUSTER_UUID),
  })),
  volumes: specs.flatMap((spec) => plannedVolumes(spec, diskDriver)),
  floatingIps: specs.flatMap(plannedFloatingIps),
});

function plannedTenant({ uuid, name }: Tenant, { nodes }: Plan, { options }: RancherSettings): PlannedTenant {
  const own = nodes.filter((node) => node.tenantUuid === uuid);
  const { baseImageName: imageName, nodeDiskDriver: diskDriver } = options;
  return { uuid, name, ...plannedMachines(own, { imageName, diskDriver }) };
}

type Named = { name: string; installLonghorn: boolean };
/** The objects that an order creates outside of clouds. `name` is the cluster's name in Rancher. */
export function plannedElsewhere(order: Named, settings: RancherSettings): Omit<PlannedObjects, 'tenants'> {
  const { k8sVersion, privateRegistry, vault, argocd } = settings.options;
  const labels = rancherLabels(CLUSTER_UUID);
  return {
    rancher: {
      cluster: { name: order.name, kubernetesVersion: k8sVersion, labels },
      registrationToken: { labels },
      ...(privateRegistry && { registrySecret: { ...privateRegistry, labels } }),
      ...(argocd && { apiKey: { description: argocdTokenDescription(CLUSTER_UUID) } }),
    },
    ...(vault && { vault: vaultNames(CLUSTER_UUID) }),
    ...(argocd && {
      argocd: {
        namespace: argocd.namespace,
        secretName: argocdSecretName(CLUSTER_UUID),
        labels: argocdLabels(CLUSTER_UUID, order.installLonghorn),
      },
    }),
  };
}

/**
 * All objects that an order with this plan creates. Uuids in the names of objects are placeholders. The dry run returns
 * these objects, and a test compares them with the objects of a real creation.
 */
export const plannedObjects = (
  order: Named,
  { plan, settings, tenants }: { plan: Plan; settings: RancherSettings; tenants: readonly Tenant[] },
): PlannedObjects => ({
  ...plannedElsewhere(order, settings),
  tenants: tenants.map((tenant) => plannedTenant(tenant, plan, settings)),
});
