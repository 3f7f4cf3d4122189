import type { Uuid } from '#shared/domain/_core/identifier';
import { isOfferedTo, isRancherOffering, type RancherOffering } from '#shared/domain/marketplace/offering';
import { driverOf } from '#shared/drivers/registry';
import { Conflict } from '#shared/errors';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Store } from '#shared/ports/store';
import type { MagnumCaller } from './magnum-caller.ts';

const NONE =
  'No offering sells clusters through this API in this cloud. Ask the operator to set the options magnum_api and magnum_cloud of an offering.';
const SEVERAL =
  'Several offerings sell clusters through this API to this project, so none can be chosen. Ask the operator to set the option magnum_cloud of one of them: ';

/** How closely an offering is bound to the cloud and to the project's customer. The closest offering is used. */
function closeness({ pluginOptions, customerUuid }: RancherOffering, cloudUuid: Uuid, buyerUuid: Uuid): number {
  return (pluginOptions.magnum_cloud === cloudUuid ? 2 : 0) + (customerUuid === buyerUuid ? 1 : 0);
}

/**
 * Finds the offering from which Magnum's API orders clusters in this cloud, because clients of Magnum cannot name an
 * offering. Only staff sets `magnum_api` and `magnum_cloud`, so no seller can get or block another seller's orders.
 * First come offerings of this cloud, then those without a cloud; among them, first those of the project's own customer.
 * Throws Conflict if no offering is orderable by the caller, or if several are equally close.
 */
export async function magnumOffering(
  { store }: { store: Pick<Store, 'offerings'> },
  { caller, tenant, project }: Pick<MagnumCaller, 'caller' | 'tenant' | 'project'>,
): Promise<RancherOffering> {
  const { items } = await store.offerings.list({ visibility: 'all' }, WHOLE_LIST, ({ state }) => state === 'Active');
  const fitting = items
    .filter(isRancherOffering)
    .filter(({ pluginOptions }) => driverOf(pluginOptions).hasMagnumApi && pluginOptions.magnum_api !== undefined)
    .filter(({ pluginOptions: { magnum_cloud: cloud = tenant.settingsUuid } }) => cloud === tenant.settingsUuid)
    .filter((item) => isOfferedTo(caller, item))
    .map((item) => ({ item, rank: closeness(item, tenant.settingsUuid, project.customerUuid) }));
  const best = Math.max(...fitting.map(({ rank }) => rank));
  const [only, ...others] = fitting.filter(({ rank }) => rank === best).map(({ item }) => item);
  if (only === undefined) throw new Conflict(NONE);
  if (others.length > 0) throw new Conflict(SEVERAL + [only, ...others].map(({ name }) => name).join(', '));
  return only;
}
