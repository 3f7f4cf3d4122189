import { assertState } from '#shared/domain/_core/assert-state';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { Refusals } from '#shared/domain/_core/refusals';
import {
  isManaged,
  isProjectOffering,
  isRancherOffering,
  isTenantOffering,
  type Offering,
  type RancherOffering,
} from '#shared/domain/marketplace/offering';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { driverOfOffering } from '#shared/drivers/registry';
import { Invalid } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { assertHasKeycloak } from './assert-has-keycloak.ts';
import { assertMayBind } from './assert-may-bind.ts';
import { checkRemoteOptions } from './check-remote-options.ts';
import { isClusterOfAnother, noClusterToOffer } from './offered-cluster.ts';

type Deps = {
  store: Pick<Store, 'settings' | 'offerings' | 'projects' | 'clusters' | 'commit'>;
  clock: Clock;
};
type State = Offering['state'];
export type OfferingMove = 'activate' | 'pause' | 'archive' | 'draft';

const MOVES: Readonly<Record<OfferingMove, { from: readonly State[]; to: State }>> = {
  activate: { from: ['Draft', 'Paused'], to: 'Active' },
  pause: { from: ['Active'], to: 'Paused' },
  archive: { from: ['Draft', 'Active', 'Paused'], to: 'Archived' },
  draft: { from: ['Active', 'Paused', 'Archived'], to: 'Draft' },
};

async function updatable({ store }: Deps, caller: Caller, uuidText: string, from: readonly State[]): Promise<Offering> {
  const offering = await getVisible(store.offerings, 'Offering', uuidText, ({ customerUuid }) =>
    canSee(caller, { customerUuid }),
  );
  assertPermitted(caller, 'offering.update', { customerUuid: offering.customerUuid });
  assertState(offering, from);
  return offering;
}

/**
 * Changes the state of an offering. Only an Active offering can be ordered. Existing resources keep working in every
 * state.
 */
export async function moveOffering(
  deps: Deps,
  caller: Caller,
  uuidText: string,
  move: OfferingMove,
): Promise<Offering> {
  const { from, to } = MOVES[move];
  const offering = await updatable(deps, caller, uuidText, from);
  const next = changed<Offering>(offering, deps.clock.now(), { state: to });
  if (to === 'Active') await assertOfferingComplete(deps, caller, next);
  if (to !== 'Archived' && isProjectOffering(next)) {
    assertHasKeycloak(next, await deps.store.settings.get(next.settingsUuid));
  }
  if (to === 'Active' && isProjectOffering(next) && (await isClusterOfAnother(deps.store, next))) {
    throw noClusterToOffer(next);
  }
  await deps.store.commit(deps.store.offerings.replace(next));
  return next;
}

/** Changes an offering. `parseChange` parses the body; it is called after the checks of permission and state. */
export async function updateOffering(
  deps: Deps,
  caller: Caller,
  uuidText: string,
  parseChange: (
    offering: Offering,
  ) => Partial<Pick<Offering, 'name' | 'description' | 'shared' | 'pluginOptions' | 'resourceOptions'>>,
): Promise<Offering> {
  const offering = await updatable(deps, caller, uuidText, ['Draft', 'Active', 'Paused']);
  const next = changed<Offering>(offering, deps.clock.now(), parseChange(offering));
  await assertMayBind(deps, caller, next, offering);
  await checkRemoteOptions(deps.store, caller, next, offering);
  if (next.state === 'Active') await assertOfferingComplete(deps, caller, next);
  if (isRancherOffering(next)) assertDriverFits(next, await deps.store.settings.get(next.settingsUuid));
  if (isProjectOffering(next)) assertHasKeycloak(next, await deps.store.settings.get(next.settingsUuid));
  await deps.store.commit(deps.store.offerings.replace(next));
  return next;
}

/** Throws Invalid if the offering's provider does not have the type that the offering's driver needs. */
function assertDriverFits({ pluginOptions }: RancherOffering, { name, type }: ServiceSettings): void {
  const { provider } = driverOfOffering({ pluginOptions });
  if (provider === type) return;
  const message = `Clusters of this driver are made by a provider of the type ${provider}, but ${name} is of the type ${type}.`;
  throw new Invalid({ plugin_options: { driver: [message] } });
}

type CompletenessDeps = { store: Pick<Store, 'settings' | 'offerings'> };

const REQUIRED = 'This field is required.';
const TO_BE_CHOSEN = 'Each offering has to exist, be active and have the type OpenStack.Tenant.';
/** The flavor of load balancers comes first. Drivers that need no flavor of servers use only the first entry. */
const FLAVORS = ['managed_rancher_load_balancer_flavor_name', 'managed_rancher_server_flavor_name'] as const;
const NO_MANAGED_PART =
  'The provider lacks the option customer_uuid: the organization that owns the projects of managed clusters.';

/**
 * Whether the caller may sell clusters in this cloud. Owners may sell clusters only in their own customer's clouds.
 * Staff may sell them in every cloud.
 */
const mayOffer = (caller: Caller, { customerUuid }: RancherOffering, cloud: Offering): boolean =>
  caller.user.isStaff || cloud.customerUuid === customerUuid;

type Listed = { uuid: Uuid; cloud: Offering | undefined };
const listed = ({ store }: CompletenessDeps, { pluginOptions }: RancherOffering): Promise<Listed[]> =>
  Promise.all(
    (pluginOptions.openstack_offering_uuid_list ?? []).map(async (uuid) => ({
      uuid,
      cloud: await store.offerings.find(uuid),
    })),
  );

function unavailable(caller: Caller, offering: RancherOffering, clouds: readonly Listed[]): Uuid[] {
  const isAvailable = ({ cloud }: Listed) =>
    cloud !== undefined && isTenantOffering(cloud) && cloud.state === 'Active' && mayOffer(caller, offering, cloud);
  return clouds.filter((it) => !isAvailable(it)).map(({ uuid }) => uuid);
}

/**
 * Finds the clouds that have the same slug as another cloud of the offering. One offering cannot sell clusters in both
 * clouds. The name of each tenant contains the slug of its cloud, so the tenants' names would not differ.
 */
const calledAlike = (clouds: readonly Listed[]): Uuid[] =>
  [...Map.groupBy(clouds, ({ cloud }) => cloud?.slug).values()]
    .filter(({ length }) => length > 1)
    .flatMap((alike) => alike.map(({ uuid }) => uuid));

async function optionProblems(deps: CompletenessDeps, caller: Caller, offering: RancherOffering): Promise<Refusals> {
  const { pluginOptions } = offering;
  const problems = new Refusals();
  const needed = driverOfOffering(offering).userData ? FLAVORS : FLAVORS.slice(0, 1);
  for (const name of needed) if (pluginOptions[name] === undefined) problems.add(name, REQUIRED);
  if (!pluginOptions.openstack_offering_uuid_list?.length) problems.add('openstack_offering_uuid_list', REQUIRED);
  const clouds = await listed(deps, offering);
  const missing = unavailable(caller, offering, clouds);
  const alike = missing.length > 0 ? [] : calledAlike(clouds);
  if (missing.length > 0) {
    problems.add(
      'openstack_offering_uuid_list',
      `These OpenStack offerings are not available: ${missing.join(', ')}. ${TO_BE_CHOSEN}`,
    );
  }
  if (alike.length > 0) {
    problems.add('openstack_offering_uuid_list', `These OpenStack offerings have the same slug: ${alike.join(', ')}`);
  }
  return problems;
}

/**
 * Throws Invalid with the missing fields if an offering of managed clusters is incomplete. Other offerings are always
 * complete. The clouds themselves are checked later, by each order.
 */
async function assertOfferingComplete(deps: CompletenessDeps, caller: Caller, offering: Offering): Promise<void> {
  if (!isManaged(offering)) return;
  const settings = await deps.store.settings.get(offering.settingsUuid);
  const hasManagedPart = settings.type === 'Rancher' && settings.options.managed !== undefined;
  const options = await optionProblems(deps, caller, offering);
  if (hasManagedPart && options.isEmpty) return;
  throw new Invalid({
    ...(!hasManagedPart && { service_settings: [NO_MANAGED_PART] }),
    ...(!options.isEmpty && { plugin_options: options.byField }),
  });
}
