import type { ImportableCluster } from '#shared/domain/clusters/importable-cluster';
import { type Caller, canSee, visibilityOf } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { ownerOfBackend } from '../_core/whose-is.ts';

/**
 * Whether the caller sees these settings. Settings without a customer belong to the operator, so only staff and support
 * see them.
 */
export const seesSettings =
  (caller: Caller) =>
  ({ customerUuid }: ServiceSettings): boolean =>
    customerUuid === undefined ? visibilityOf(caller) === 'all' : canSee(caller, { customerUuid });

/**
 * Finds a provider. The caller must be allowed to see all clusters of the provider, including those of other customers.
 * Checks for errors in this order: 404, 403.
 */
export async function getProviderOfClusters(
  { settings }: Pick<Store, 'settings'>,
  caller: Caller,
  uuidText: string,
): Promise<ServiceSettings> {
  const found = await getVisible(settings, 'ServiceSettings', uuidText, seesSettings(caller));
  const { customerUuid } = found;
  assertPermitted(caller, 'service_settings.see_clusters', customerUuid === undefined ? undefined : { customerUuid });
  return found;
}

/**
 * Whether the caller sees clusters without a record. If the Rancher also serves another customer, their names are shown
 * only to staff and support.
 */
async function seesUnrecorded(store: Pick<Store, 'settings'>, caller: Caller, settings: ServiceSettings) {
  if (visibilityOf(caller) === 'all' || settings.type !== 'Rancher') return true;
  const { customerUuid } = await ownerOfBackend(store, settings);
  return customerUuid !== undefined && canSee(caller, { customerUuid });
}

export type SeenCluster = ImportableCluster & { lastSeenAt: string; isMissing: boolean };

/**
 * Lists the clusters that syncs have found in the provider's Rancher and that Paddock does not know, newest first. A
 * cluster that the last sync no longer found has `isMissing`. For settings of a cloud, and for a Rancher that also serves
 * other customers, the list is empty. Checks for
 * errors in this order: 404, 403.
 */
export async function listImportableClusters(
  { store }: { store: Pick<Store, 'settings' | 'importableClusters' | 'syncJobs'> },
  caller: Caller,
  uuidText: string,
): Promise<SeenCluster[]> {
  const settings = await getProviderOfClusters(store, caller, uuidText);
  if (!(await seesUnrecorded(store, caller, settings))) return [];
  const { uuid } = settings;
  const [found, { startedAt }] = await Promise.all([
    store.importableClusters.listByProvider(uuid),
    store.syncJobs.recall(uuid, 'sync_importable_clusters'),
  ]);
  return found
    .map((cluster) => ({
      ...cluster,
      lastSeenAt: cluster.lastSeenAt ?? startedAt ?? cluster.modified,
      isMissing: cluster.lastSeenAt !== undefined,
    }))
    .sort((one, other) => other.created.localeCompare(one.created));
}
