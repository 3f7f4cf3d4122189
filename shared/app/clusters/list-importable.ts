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

/** Time limit for backends. It leaves the API function time to answer. */
export const IMPORT_MS = 10_000;
const IMPORTS_INTO = ['Active', 'Paused'] as const;

/**
 * Finds the offering into which clusters are imported. Checks in this order: 404 (also for an offering that is a
 * cloud), 403, 409.
 */
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

/**
 * The claims that show that Paddock knows a cluster: a claim of its import, or claims of names that our clusters hold.
 */
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
 * Whether Paddock created the cluster, maybe as another provider or stage at the same Rancher. Such a cluster is not
 * imported here, because terminating the import would delete a cluster that somebody else owns.
 */
export const isMadeByPaddock = (
  { id }: Pick<ListedCluster, 'id'>,
  provisioned: readonly ProvisioningCluster[],
): boolean => provisioned.some(({ managementId, labels }) => managementId === id && hasClusterLabel(labels));

/**
 * Lists running clusters of the provider's Rancher that Paddock does not know under any provider with that Rancher
 * (docs/spec/orders.md#import). Reads two lists and a setting of Rancher, and our claims once for each 30 clusters.
 * Throws Backend* errors.
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
