import { BOUND_OPTIONS, type BoundOption, changedBoundOptions } from '#shared/domain/marketplace/bound-options';
import { isProjectOffering, type Offering, settingsUuidOf } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { mayUse, type Owner } from '#shared/domain/organizations/ownership';
import { NotAllowed } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { ownerOfBackend, ownerOfCluster } from '../_core/whose-is.ts';

type Deps = { store: Pick<Store, 'settings' | 'clusters'> };

/** To whom the objects belong that options of this kind name. `staff` means that only staff may name them. */
async function ownerFor(
  kind: (typeof BOUND_OPTIONS)[BoundOption],
  { settings, clusters }: Deps['store'],
  offering: Offering,
): Promise<Owner> {
  const uuid = settingsUuidOf(offering);
  const provider = uuid === undefined || kind === 'staff' ? undefined : await settings.get(uuid);
  if (provider === undefined) return { by: 'backend' };
  if (kind === 'cluster' && provider.type === 'Rancher' && isProjectOffering(offering)) {
    return ownerOfCluster({ settings, clusters }, provider, offering.pluginOptions.cluster_id);
  }
  return ownerOfBackend({ settings }, provider);
}

/**
 * Throws NotAllowed if the caller changes an option of `BOUND_OPTIONS` that only others may choose. An option
 * that keeps its value needs no right.
 */
export async function assertMayBind(
  { store }: Deps,
  caller: Caller,
  after: Offering,
  before?: Offering,
): Promise<void> {
  if (caller.user.isStaff) return;
  const byKind = Map.groupBy(changedBoundOptions(after, before), (name) => BOUND_OPTIONS[name]);
  for (const [kind, names] of byKind) {
    if (!mayUse(caller, await ownerFor(kind, store, after), after.customerUuid)) throw refusalOf(names);
  }
}

const refusalOf = (names: readonly BoundOption[]): NotAllowed =>
  new NotAllowed(`Only staff may set ${names.join(', ')} of this offering.`);
