import { assertState } from '#shared/domain/_core/assert-state';
import { isRancherOffering, type RancherOffering } from '#shared/domain/marketplace/offering';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { mayUse } from '#shared/domain/organizations/ownership';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { noMatch } from '#shared/errors';
import type { RancherSessions } from '#shared/ports/rancher';
import type { ListedCluster } from '#shared/ports/rancher/rancher-objects';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { ownerOfBackend } from '../_core/whose-is.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { type IdentifyDeps, identifyRancher } from '../providers/identify-rancher.ts';
import { listUnknownClusters } from '../providers/list-unknown-clusters.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

export type ImportableDeps = IdentifyDeps & { store: Pick<Store, 'offerings'>; rancher: RancherSessions };

/** Time limit for the calls to backends. It leaves the API function enough time to answer. */
export const IMPORT_MS = 10_000;
const IMPORTS_INTO = ['Active', 'Paused'] as const;

/**
 * Finds the offering into which clusters are imported. Checks for errors in this order: 404 (also for an offering that
 * does not sell clusters), 403, 409.
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
 * Whether clusters of this Rancher that nobody has in Paddock may be imported through the offering. Then they become
 * the seller's. If the Rancher also serves another customer or the operator, only staff knows whose they are.
 */
export const mayImport = async (
  { store }: { store: Pick<Store, 'settings'> },
  caller: Caller,
  { customerUuid }: RancherOffering,
  settings: RancherSettings,
): Promise<boolean> => mayUse(caller, await ownerOfBackend(store, settings), customerUuid);

/**
 * The provider's Rancher can have clusters that Paddock does not manage. Lists these clusters
 * (docs/spec/orders.md#import). Two providers may have the same Rancher. A cluster that Paddock manages under the other
 * provider is not listed. Empty if the caller may not import them (`mayImport`). Reads two lists and a setting of Rancher. Reads Paddock's claims once for each 30 clusters.
 * Throws Backend* errors.
 */
export async function listImportable(deps: ImportableDeps, caller: Caller, uuidText: string): Promise<ListedCluster[]> {
  const { offering, settings: registered } = await importingOffering(deps, caller, uuidText);
  return withTimeout(IMPORT_MS, async () => {
    const rancher = await deps.rancher.open(registered);
    const settings = await identifyRancher(deps, registered, rancher);
    if (!(await mayImport(deps, caller, offering, settings))) return [];
    const { unknown } = await listUnknownClusters(deps, settings, rancher);
    return unknown.filter(({ state }) => state === 'active');
  });
}
