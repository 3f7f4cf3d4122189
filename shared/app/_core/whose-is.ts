import type { Cluster } from '#shared/domain/clusters/cluster';
import { isProjectOffering, type Offering } from '#shared/domain/marketplace/offering';
import type { Owner } from '#shared/domain/organizations/ownership';
import { claimsUuidOf, claimsUuidOfSettings } from '#shared/domain/planning/naming';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { OpenStackSettings, RancherSettings, ServiceSettings } from '#shared/domain/providers/service-settings';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Store } from '#shared/ports/store';

/**
 * Whether two registrations are of one backend. Their addresses are compared, except those of two Ranchers that are both
 * identified.
 */
function isSameBackend(one: ServiceSettings, other: ServiceSettings): boolean {
  if (one.type !== other.type) return false;
  if (one.type === 'Rancher' && other.type === 'Rancher' && one.identity !== undefined && other.identity !== undefined)
    return one.identity === other.identity;
  return one.options.backendUrl === other.options.backendUrl;
}

/** All registrations of the provider's backend. The given one comes first, and counts as it is given. */
async function registrationsOf(
  { settings }: Pick<Store, 'settings'>,
  provider: ServiceSettings,
): Promise<ServiceSettings[]> {
  const isOther = (item: ServiceSettings) => item.uuid !== provider.uuid && isSameBackend(provider, item);
  const { items } = await settings.list({ visibility: 'all' }, WHOLE_LIST, isOther);
  return [provider, ...items];
}

/**
 * The owner of a provider's backend. If the backend is registered for several customers, or for one and for the
 * operator, only the operator knows whose an object in it is.
 */
export async function ownerOfBackend(
  { settings }: Pick<Store, 'settings'>,
  provider: ServiceSettings,
): Promise<Owner & { by: 'backend' }> {
  const registrations = await registrationsOf({ settings }, provider);
  const customers = new Set(registrations.map(({ customerUuid }) => customerUuid));
  return { by: 'backend', customerUuid: customers.size === 1 ? provider.customerUuid : undefined };
}

/**
 * Whether all registrations of the provider's Rancher name one remote Waldur at most. A site agent leaves no mark of its
 * Waldur in Rancher. So if a Rancher serves several of them, Paddock cannot know to which one a project belongs.
 */
export async function hasOneWaldur({ settings }: Pick<Store, 'settings'>, provider: RancherSettings): Promise<boolean> {
  const addresses = (await registrationsOf({ settings }, provider)).flatMap((item) =>
    item.type === 'Rancher' ? (item.options.waldur ?? []) : [],
  );
  return new Set(addresses.map(({ apiUrl }) => apiUrl)).size <= 1;
}

/** The customer for whom Paddock has recorded a cluster with this id in the provider's Rancher. */
export async function recordedOwnerOfCluster(
  { settings, clusters }: Pick<Store, 'settings' | 'clusters'>,
  provider: RancherSettings,
  backendId: string,
): Promise<(Owner & { by: 'record' }) | undefined> {
  const registrations = await registrationsOf({ settings }, provider);
  const isIts = (cluster: Cluster) =>
    cluster.backendId === backendId &&
    (registrations.some(({ uuid }) => cluster.settingsUuid === uuid) ||
      claimsUuidOf(cluster) === claimsUuidOfSettings(provider));
  const scope = { visibility: 'all', where: { backend_id: [backendId] } } as const;
  const { items } = await clusters.list(scope, WHOLE_LIST, isIts);
  const [cluster] = items;
  return cluster && { by: 'record', customerUuid: cluster.customerUuid };
}

/** To whom a cluster of the provider's Rancher belongs, by Paddock's records. Sends no request to Rancher. */
export const ownerOfCluster = async (
  store: Pick<Store, 'settings' | 'clusters'>,
  provider: RancherSettings,
  backendId: string,
): Promise<Owner> =>
  (await recordedOwnerOfCluster(store, provider, backendId)) ?? (await ownerOfBackend(store, provider));

/**
 * To whom a project of a cloud belongs, by the tenants that Paddock has recorded. If several customers have it, the
 * operator has to know for whom it is. Sends no request to the cloud.
 */
export async function ownerOfProject(
  { settings, tenants }: Pick<Store, 'settings' | 'tenants'>,
  cloud: OpenStackSettings,
  backendId: string,
): Promise<Owner> {
  const uuids = new Set((await registrationsOf({ settings }, cloud)).map(({ uuid }) => uuid));
  const isIts = (tenant: Tenant) => tenant.backendId === backendId && uuids.has(tenant.settingsUuid);
  const scope = { visibility: 'all', where: { backend_id: [backendId] } } as const;
  const { items } = await tenants.list(scope, WHOLE_LIST, isIts);
  const [customerUuid, ...others] = new Set(items.map((tenant) => tenant.customerUuid));
  if (customerUuid === undefined || others.length > 0) return { by: 'backend' };
  return { by: 'record', customerUuid };
}

/**
 * Rancher's ids of the projects in a cluster that were sold to other projects of Paddock than the cluster's own. They
 * belong to their buyers, so administrators of the cluster's project have no rights in them.
 */
export async function soldProjects(
  { offerings, resources }: Pick<Store, 'offerings' | 'resources'>,
  { backendId, projectUuid }: Pick<Cluster, 'backendId' | 'projectUuid'>,
): Promise<ReadonlySet<string>> {
  const isOfCluster = (item: Offering) => isProjectOffering(item) && item.pluginOptions.cluster_id === backendId;
  const { items } = await offerings.list({ visibility: 'all' }, WHOLE_LIST, isOfCluster);
  const sold = new Set<string>();
  for (const { uuid } of items) {
    const scope = { visibility: 'all' as const, where: { offering_uuid: [uuid] } };
    const found = await resources.list(scope, WHOLE_LIST, ({ rancherProject }) => rancherProject !== undefined);
    for (const { rancherProject, projectUuid: buyer } of found.items) {
      const isRemote = rancherProject?.remote !== undefined;
      if (rancherProject && (isRemote || buyer !== projectUuid)) sold.add(rancherProject.backendId);
    }
  }
  return sold;
}
