import { isOfferedTo, isRancherOffering, type RancherOffering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { driverOf } from '#shared/drivers/registry';
import { Conflict } from '#shared/errors';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Store } from '#shared/ports/store';

const NONE =
  'No offering sells clusters through this API. Ask the operator to set the option magnum_api of an offering.';
const SEVERAL = 'Several offerings sell clusters through this API to this project, so none can be chosen: ';

/**
 * Finds the offering from which Magnum's API orders clusters. Clients of Magnum cannot name an offering. So exactly one
 * active offering must have the option `magnum_api` and be orderable by the caller. Throws Conflict if there is no such
 * offering, or more than one.
 */
export async function magnumOffering(
  { store }: { store: Pick<Store, 'offerings'> },
  caller: Caller,
): Promise<RancherOffering> {
  const { items } = await store.offerings.list({ visibility: 'all' }, WHOLE_LIST, ({ state }) => state === 'Active');
  const fitting = items
    .filter(isRancherOffering)
    .filter(({ pluginOptions }) => driverOf(pluginOptions).hasMagnumApi && pluginOptions.magnum_api !== undefined)
    .filter((item) => isOfferedTo(caller, item));
  const [only, ...others] = fitting;
  if (only === undefined) throw new Conflict(NONE);
  if (others.length > 0) throw new Conflict(SEVERAL + fitting.map(({ name }) => name).join(', '));
  return only;
}
