import { assertState } from '#shared/domain/_core/assert-state';
import { isRancherOffering, type RancherOffering } from '#shared/domain/marketplace/offering';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { claimsUuidOfSettings, clusterNameClaim, hasClusterLabel, importClaim } from '#shared/domain/planning/naming';
import { NOT_RESERVED } from '#shared/domain/planning/order-attributes';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { noMatch } from '#shared/errors';
import type { RancherSessions } from '#shared/ports/rancher';
import type { ListedCluster, ProvisioningCluster } from '#shared/ports/rancher-objects';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { type IdentifyDeps, identifyRancher } from '../providers/identify-rancher.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

export type ImportableDeps = IdentifyDeps & { store: Pick<Store, 'offerings'>; rancher: RancherSessions };

/** Leaves an API function time to answer. */
export const IMPORT_MS = 10_000;
const IMPORTS_INTO = ['Active', 'Paused'] as const;

/** The offering to import clusters into. 404, also for an offering of a cloud, 403, 409. */
export async function importingOffering(
  { store }: Pick<ImportableDeps, 'store'>,
  caller: Caller,
  uuidText: string,
): Promise<{ offering: RancherOffering; settings: RancherSettings }> {
  const offering = await getVisible(store.offerings, 'Offering', uuidText, ({ customerUuid }) =>
    canSee(caller, { customerUuid }),
  );
  if (!isRancherOffering(offering)) throw noMatch('Offering');
  assertPermitted(caller, 'offering.import', { customerUuid: offering.customerUuid });
  assertState(offering, IMPORTS_INTO);
  return { offering, settings: await rancherSettingsOf({ store }, offering.settingsUuid) };
}

/** The claims by which a known cluster is recognized: that it was imported, or the names that our own clusters hold. */
export function claimsOf(
  settings: RancherSettings,
  { id, name }: Pick<ListedCluster, 'id' | 'name'>,
  provisioned: readonly ProvisioningCluster[],
): { imported: string; names: string[] } {
  const claimsUuid = claimsUuidOfSettings(settings);
  const objects = provisioned.filter(({ managementId }) => managementId === id);
  const names = new Set([name, ...objects.map((object) => object.name)]);
  return {
    imported: importClaim(claimsUuid, id),
    names: [...names].map((one) => clusterNameClaim(claimsUuid, one)),
  };
}

/**
 * Another provider or stage of Paddock may have created it in the same Rancher. If it were imported here, deleting the
 * import would delete it.
 */
export const isMadeByPaddock = (
  { id }: Pick<ListedCluster, 'id'>,
  provisioned: readonly ProvisioningCluster[],
): boolean => provisioned.some(({ managementId, labels }) => managementId === id && hasClusterLabel(labels));

/**
 * Running clusters of the provider's Rancher that are not known here, under any registration of that Rancher
 * (docs/spec/orders.md#import). Two lists and a setting of Rancher, and one read for each 30 clusters. Throws Backend*
 * errors.
 */
export async function listImportable(deps: ImportableDeps, caller: Caller, uuidText: string): Promise<ListedCluster[]> {
  const { settings: registered } = await importingOffering(deps, caller, uuidText);
  return withTimeout(IMPORT_MS, async () => {
    const rancher = await deps.rancher.open(registered);
    const settings = await identifyRancher(deps, registered, rancher);
    const [listed, provisioned] = await Promise.all([rancher.listClusters(), rancher.listProvisioningClusters({})]);
    const running = listed.filter(
      (one) => one.state === 'active' && NOT_RESERVED.test(one.name) && !isMadeByPaddock(one, provisioned),
    );
    const claims = running.map((cluster) => claimsOf(settings, cluster, provisioned));
    const held = await deps.store.claims.holdersOf(claims.flatMap(({ imported, names }) => [imported, ...names]));
    const isKnown = (at: number) =>
      [claims[at]?.imported ?? '', ...(claims[at]?.names ?? [])].some((key) => held.has(key));
    return running.filter((_, index) => !isKnown(index));
  });
}
