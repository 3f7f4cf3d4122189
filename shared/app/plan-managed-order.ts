import type { Cluster } from '../domain/cluster.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { ManagedAttributes } from '../domain/managed/managed-attributes.ts';
import { loadBalancerName, type ManagedNames } from '../domain/managed/managed-names.ts';
import type { ManagedPlan } from '../domain/managed/managed-plan.ts';
import type { OfferedCloud } from '../domain/managed/offered-cloud.ts';
import { planManaged } from '../domain/managed/plan-managed.ts';
import type { RancherOffering } from '../domain/offering.ts';
import type { RancherSettings } from '../domain/service-settings.ts';
import { Misconfigured } from '../errors.ts';
import type { OpenStackSessions } from '../ports/openstack-sessions.ts';
import type { Store } from '../ports/store.ts';
import { rancherOfferingOf } from './rancher-offering-of.ts';
import { rancherSettingsOf } from './rancher-settings-of.ts';
import { readOfferedClouds } from './read-offered-clouds.ts';

type Deps = { store: Store; openstack: Pick<OpenStackSessions, 'admin'> };

/** What the provider's settings say of managed clusters. Throws Misconfigured when they say nothing. */
export function managedPartOf({ name, options }: RancherSettings): NonNullable<RancherSettings['options']['managed']> {
  if (!options.managed) throw new Misconfigured(`Provider ${name} has no settings for managed clusters.`);
  return options.managed;
}

/** What a managed order is planned with, beside what its clouds offer. */
export type ManagedPlanning = {
  attributes: ManagedAttributes;
  offering: RancherOffering;
  settings: RancherSettings;
  names: ManagedNames;
  networks: readonly { offeringUuid: Uuid; cidr: string }[];
};

/** The plan of a managed order on clouds as they are at this moment. Throws Invalid for what they have not any more. */
export function planManagedOn(clouds: readonly OfferedCloud[], planning: ManagedPlanning): ManagedPlan {
  const { attributes, offering, settings, names, networks } = planning;
  return planManaged(attributes, {
    options: offering.pluginOptions,
    clouds,
    names,
    networks: new Map(networks.map(({ offeringUuid, cidr }) => [offeringUuid, cidr])),
    takenNames: new Set(), // they begin with the cluster's name, which is nobody else's
    allocateFloatingIps: settings.options.allocateFloatingIpToAllNodes,
    etcdMembers: offering.pluginOptions.etcd_members ?? 'spread',
    management: managedPartOf(settings),
  });
}

/** The plan of an accepted order; names and networks are those that it was given. */
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
