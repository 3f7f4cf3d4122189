import type { ManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import type { ManagedPlan } from '#shared/domain/infrastructure/managed-plan/managed-plan';
import { type ManagedPlanFacts, planManaged } from '#shared/domain/infrastructure/managed-plan/plan-managed';
import type { ManagedPoolRequest } from '#shared/domain/infrastructure/managed-pool-request';
import type { OfferedCloud } from '#shared/domain/infrastructure/offered-cloud';
import { DEFAULT_HEALTH_CHECK } from '#shared/domain/planning/pools/pool-spec';
import { type PluginOptions, pluginOptions } from '#shared/domain/providers/plugin-options';
import { aUuid } from './builders.ts';

/** The cloud, offering and order of the example in docs/spec/orders.md#limits-of-tenants. */
export const anOfferedCloud = (fields: Partial<OfferedCloud> = {}): OfferedCloud => ({
  offeringUuid: aUuid(),
  slug: 'az1',
  name: 'Zone 1',
  settingsUuid: aUuid(),
  storageMode: 'fixed',
  imageName: 'ubuntu-24.04',
  flavors: [
    { id: '1', name: 'lb', vcpus: 2, ramMb: 4096, diskGb: 20 },
    { id: '2', name: 'worker', vcpus: 4, ramMb: 8192, diskGb: 40 },
    { id: '3', name: 'server', vcpus: 8, ramMb: 16_384, diskGb: 80 },
  ],
  images: [{ id: 'image-1', name: 'ubuntu-24.04', minDiskGb: 4, minRamMb: 512 }],
  volumeTypes: [
    { id: 'type-1', name: 'ssd-fast' },
    { id: 'type-2', name: 'hdd-slow' },
  ],
  externalNetworks: [{ id: 'network-1', name: 'public' }],
  externalNetworkId: 'public',
  ...fields,
});

export const someManagedOptions = (fields: Partial<PluginOptions> = {}): PluginOptions =>
  pluginOptions.parse({
    deployment_mode: 'managed',
    managed_rancher_server_flavor_name: 'server',
    managed_rancher_server_system_volume_size_gb: 50,
    managed_rancher_server_data_volume_size_gb: 100,
    managed_rancher_worker_system_volume_size_gb: 50,
    managed_rancher_load_balancer_flavor_name: 'lb',
    managed_rancher_load_balancer_system_volume_size_gb: 20,
    managed_rancher_load_balancer_data_volume_size_gb: 10,
    ...fields,
  });

export const someManagedAttributes = (fields: Partial<ManagedAttributes> = {}): ManagedAttributes => ({
  name: 'prod',
  description: '',
  openstackOfferingUuids: [],
  workerNodesCount: 2,
  workerNodesFlavorName: 'worker',
  workerNodesDataVolumeSizeMb: 102_400,
  installLonghorn: false,
  ...fields,
});

/** A pool of an order. By default it has three servers. */
export const aManagedPool = (fields: Partial<ManagedPoolRequest> = {}): ManagedPoolRequest => ({
  ...{ name: 'servers', roles: ['etcd', 'controlplane', 'worker'], quantity: 3, flavorName: 'm1.medium' },
  ...{ rootVolume: { sizeMb: 65_536 }, labels: {}, taints: [], drainBeforeDelete: true, drainTimeout: 0 },
  ...DEFAULT_HEALTH_CHECK,
  paused: false,
  ...fields,
});

/**
 * A cloud with one flavor of the given size. The options and attributes make every machine use that flavor, with
 * volumes of 50 GB each (example W2, docs/waldur-cases.md).
 */
export const allEqual = (vcpus: number, ramMb: number) => ({
  cloud: anOfferedCloud({ flavors: [{ id: '1', name: 'equal', vcpus, ramMb, diskGb: 50 }] }),
  options: someManagedOptions({
    managed_rancher_server_flavor_name: 'equal',
    managed_rancher_load_balancer_flavor_name: 'equal',
    managed_rancher_server_data_volume_size_gb: 50,
    managed_rancher_load_balancer_system_volume_size_gb: 50,
    managed_rancher_load_balancer_data_volume_size_gb: 50,
  }),
  attributes: someManagedAttributes({
    workerNodesCount: 1,
    workerNodesFlavorName: 'equal',
    workerNodesDataVolumeSizeMb: 51_200,
  }),
});

export const zones = ['az1', 'az2', 'az3'].map((slug) => anOfferedCloud({ slug }));
type ManagedGiven = {
  attributes?: Partial<ManagedAttributes>;
  options?: Partial<PluginOptions>;
  clouds?: OfferedCloud[];
};

/** The plan for the order of example W4. By default the plan has one zone. */
export function managedPlan(
  { attributes, options, clouds = zones.slice(0, 1) }: ManagedGiven = {},
  facts: Partial<ManagedPlanFacts> = {},
): ManagedPlan {
  return planManaged(someManagedAttributes(attributes), {
    options: someManagedOptions(options),
    clouds,
    names: {
      vmProjectName: 'ACME / Web / prod',
      vmProjectSlug: 'acme-web-1',
      clusterName: 'k8s-prod-1',
      loadBalancerName: 'k8s-lb-prod-1',
    },
    networks: new Map(clouds.map(({ offeringUuid }, index) => [offeringUuid, `10.64.${index}.0/24`])),
    takenNames: new Set(),
    ...{ allocateFloatingIps: false, imageUser: 'ubuntu' },
    etcdMembers: 'spread',
    management: { managementCidrs: ['192.0.2.0/24'], managementPorts: [] },
    ...facts,
  });
}
export const nodesOf = ({ tenants }: ManagedPlan) => tenants.flatMap(({ nodes }) => nodes);
