import { isMadeByPaddock } from '#shared/domain/clusters/importable-cluster';
import type { ProjectOffering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { mayUse } from '#shared/domain/organizations/ownership';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { Invalid } from '#shared/errors';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Store } from '#shared/ports/store';
import { ownerOfCluster, recordedOwnerOfCluster } from '../_core/whose-is.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { type IdentifyDeps, identifyRancher } from '../providers/identify-rancher.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

export type OfferedClusterDeps = IdentifyDeps & { rancher: RancherSessions };
type Offered = Pick<ProjectOffering, 'customerUuid' | 'pluginOptions'>;

/** Time limit for the calls to Rancher. It leaves the API function enough time to answer. */
const RANCHER_MS = 10_000;

/**
 * The refusal of a cluster. It is the same for a cluster of another customer and for one that does not exist, so that
 * nobody learns which clusters a Rancher has.
 */
export const noClusterToOffer = ({ pluginOptions: { cluster_id: id } }: Pick<Offered, 'pluginOptions'>): Invalid =>
  new Invalid({
    plugin_options: {
      cluster_id: [
        `There is no cluster that this organization may offer: ${id}. Name a cluster of the organization, or ask staff to create the offering.`,
      ],
    },
  });

/**
 * Whether Rancher has the cluster, and no installation of Paddock has made it. Another stage of Paddock may use the
 * same Rancher, and its records are not here. A cluster that is being created has no id in its record yet.
 */
async function isUnmanagedCluster(deps: OfferedClusterDeps, settings: RancherSettings, id: string): Promise<boolean> {
  const rancher = await deps.rancher.open(settings);
  const [listed, provisioned] = await Promise.all([rancher.listClusters(), rancher.listProvisioningClusters({})]);
  return listed.some((cluster) => cluster.id === id) && !isMadeByPaddock({ id }, provisioned);
}

/**
 * Throws Invalid if the caller may not offer projects in this cluster: if Paddock has recorded it for another customer,
 * or if it has no record and the provider's Rancher is not the seller's alone. Only for callers who are not staff, the
 * cluster is looked up in Rancher. Throws Backend* errors.
 */
export async function assertMayOfferCluster(
  deps: OfferedClusterDeps,
  caller: Caller,
  offered: Offered,
  registered: RancherSettings,
): Promise<void> {
  const { cluster_id: id } = offered.pluginOptions;
  await withTimeout(RANCHER_MS, async () => {
    const settings = caller.user.isStaff
      ? registered
      : await identifyRancher(deps, registered, await deps.rancher.open(registered));
    const owner = await ownerOfCluster(deps.store, settings, id);
    if (!mayUse(caller, owner, offered.customerUuid)) throw noClusterToOffer(offered);
    const isTrusted = owner.by === 'record' || caller.user.isStaff;
    if (!isTrusted && !(await isUnmanagedCluster(deps, settings, id))) throw noClusterToOffer(offered);
  });
}

/**
 * Whether Paddock has recorded the offering's cluster for another customer than the seller. A cluster can get a record
 * after the offering was made, for example by an import.
 */
export async function isClusterOfAnother(
  store: Pick<Store, 'settings' | 'clusters'>,
  { settingsUuid, customerUuid, pluginOptions }: ProjectOffering,
): Promise<boolean> {
  const settings = await rancherSettingsOf({ store }, settingsUuid);
  const owner = await recordedOwnerOfCluster(store, settings, pluginOptions.cluster_id);
  return owner !== undefined && owner.customerUuid !== customerUuid;
}
