import { BOUND_OPTIONS, type BoundOption, newBoundOptions } from '#shared/domain/marketplace/bound-options';
import { type Offering, settingsUuidOf } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { mayUse, type Owner } from '#shared/domain/organizations/ownership';
import { may } from '#shared/domain/organizations/permission';
import { NotAllowed } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { ownerOfRancher } from '../_core/whose-is.ts';

type Deps = { store: Pick<Store, 'settings'> };

/** To whom objects in the offering's provider belong that have no record in Paddock. */
async function ownerOfProvider({ settings }: Deps['store'], offering: Offering): Promise<Owner> {
  const uuid = settingsUuidOf(offering);
  const provider = uuid === undefined ? undefined : await settings.get(uuid);
  if (provider?.type === 'Rancher') return ownerOfRancher({ settings }, provider);
  return { by: 'backend', customerUuid: provider?.customerUuid };
}

/**
 * Throws NotAllowed if the caller sets an option of `BOUND_OPTIONS` to a value that only others may choose. An option
 * that keeps its value needs no right.
 */
export async function assertMayBind(
  { store }: Deps,
  caller: Caller,
  after: Offering,
  before?: Offering,
): Promise<void> {
  const bound = newBoundOptions(after, before);
  if (bound.length === 0) return;
  const forStaff = bound.filter((name) => BOUND_OPTIONS[name] === 'staff');
  if (forStaff.length > 0 && !may(caller, 'offering.bind_backend')) throw refusalOf(forStaff);
  const forProvider = bound.filter((name) => BOUND_OPTIONS[name] === 'provider');
  if (forProvider.length === 0 || mayUse(caller, await ownerOfProvider(store, after), after.customerUuid)) return;
  throw refusalOf(forProvider);
}

const refusalOf = (names: readonly BoundOption[]): NotAllowed =>
  new NotAllowed(`Only staff may set ${names.join(', ')} of this offering.`);
