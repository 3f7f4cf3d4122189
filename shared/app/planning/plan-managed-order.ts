import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import { loadBalancerName, type ManagedNames } from '#shared/domain/infrastructure/managed-names';
import type { ManagedPlan } from '#shared/domain/infrastructure/managed-plan/managed-plan';
import { planManaged } from '#shared/domain/infrastructure/managed-plan/plan-managed';
import type { OfferedCloud } from '#shared/domain/infrastructure/offered-cloud';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { Misconfigured } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { rancherOfferingOf } from './rancher-offering-of.ts';
import { readOfferedClouds } from './read-offered-clouds.ts';

type Deps = { store: Store; openstack: Pick<OpenStackSessions, 'admin'> };

/** Finds the provider's settings for managed clusters. Throws Misconfigured when the provider has none. */
export function managedPartOf({ name, options }: RancherSettings): NonNullable<RancherSettings['options']['managed']> {
  if (!options.managed) throw new Misconfigured(`Provider ${name} has no settings for managed clusters.`);
  return options.managed;
}

export type ManagedPlanning = {
  attributes: ManagedAttributes;
  offering: RancherOffering;
  settings: RancherSettings;
  names: ManagedNames;
  networks: readonly { offeringUuid: Uuid; cidr: string }[];
};

/**
 * Plans a managed order from the current facts of its clouds. Throws Invalid if a cloud no longer has an object that
 * the order needs. The error names the object.
 */
export function planManagedOn(clouds: readonly OfferedCloud[], planning: ManagedPlanning): ManagedPlan {
  const { attributes, offering, settings, names, networks } = planning;
  return planManaged(attributes, {
    options: offering.pluginOptions,
    clouds,
    names,
    networks: new Map(networks.map(({ offeringUuid, cidr }) => [offeringUuid, cidr])),
    takenNames: new Set(), // No name is taken: names of machines begin with the cluster's name, which is unique.
    allocateFloatingIps: settings.options.allocateFloatingIpToAllNodes,
    imageUser: settings.options.baseImageUser,
    etcdMembers: offering.pluginOptions.etcd_members ?? 'spread',
    management: managedPartOf(settings),
  });
}

/** Plans an accepted order, with the names and networks that are reserved for it. */
export async function planManagedOrder(
  deps: Deps,
  cluster: Cluster,
  attributes: ManagedAttributes,
): Promise<ManagedPlan> {
  const { store } = deps;
  const [offering, settings, resource, project] = await Promise.all([
    rancherOfferingOf(deps, cluster.offeringUuid),
    rancherSettingsOf(deps, cluster.settingsUuid),
    store.resources.get(cluster.resourceUuid),
    store.projects.get(cluster.vmProjectUuid),
  ]);
  const names = {
    vmProjectName: project.name,
    vmProjectSlug: project.slug,
    clusterName: cluster.name,
    loadBalancerName: loadBalancerName(resource.slug),
  };
  const clouds = await readOfferedClouds(deps, attributes.openstackOfferingUuids, settings.options.baseImageName);
  return planManagedOn(clouds, { attributes, offering, settings, names, networks: cluster.managed?.networks ?? [] });
}
