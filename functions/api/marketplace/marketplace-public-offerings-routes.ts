import { getVisible } from '#shared/app/_core/get-visible';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import {
  availabilityZones,
  externalNetworks,
  flavors,
  images,
  volumeTypes,
} from '#shared/contracts/rest/infrastructure/tenant-inventory';
import {
  offeredVersionsView,
  planListing,
  planView,
  publicOfferingListing,
  publicOfferingView,
  viewOfferedVersions,
  viewPlan,
  viewPublicOffering,
} from '#shared/contracts/rest/marketplace/offerings';
import { parseUuid } from '#shared/domain/_core/identifier';
import { offeredVersions } from '#shared/domain/marketplace/kubernetes-versions';
import {
  isOfferedTo,
  isRancherOffering,
  isTenantOffering,
  type Offering,
  type TenantOffering,
} from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermittedSomewhere } from '#shared/domain/organizations/permission-in-places';
import { noMatch } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { ok } from '../_http/replies.ts';
import type { Call, OpenCall, Routes } from '../_http/router.ts';
import { inventoryRoutes } from '../infrastructure/inventory-routes.ts';
import { readFlavorFilters } from '../infrastructure/offered-flavors.ts';

type Deps = { store: Pick<Store, 'offerings' | 'settings'>; openstack: Pick<OpenStackSessions, 'admin'> };

/**
 * Whether the offering is active and the caller may see it. A private offering is visible only to users of its
 * customer.
 */
const orderableBy = (caller: Caller | undefined) => (offering: Offering) =>
  offering.state === 'Active' && isOfferedTo(caller, offering);
const activeOffering = async ({ store }: Deps, { params, asker }: OpenCall): Promise<Offering> =>
  getVisible(store.offerings, 'Offering', params.uuid ?? '', orderableBy(await asker()));

/**
 * Routes of public offerings. They need no sign-in. A private offering is listed only for users who may order it. Each
 * call reads all offerings, because there are only a few.
 */
export const marketplacePublicOfferingsRoutes = (deps: Deps): Routes => ({
  'GET /': {
    open: async (call) => {
      const caller = await call.asker();
      const isOrderable = orderableBy(caller);
      const { matches = () => true, ...within } = readFilters(
        { ...call, ...(caller && { caller }) },
        publicOfferingListing.filters,
      );
      const scope = { visibility: 'all' as const, ...within };
      const list = (page: PageRequest) =>
        deps.store.offerings.list(scope, page, (item) => isOrderable(item) && matches(item));
      return listReply(call, list, publicOfferingListing);
    },
  },
  'GET /{uuid}/': {
    open: async (call) => ok(publicOfferingView, viewPublicOffering(call.link, await activeOffering(deps, call))),
  },
  'GET /{uuid}/plans/': {
    open: async (call) => {
      const offering = await activeOffering(deps, call);
      const { matches = () => true } = readFilters(call, planListing.filters);
      const plans = offering.plans.map((plan) => ({ offering, plan })).filter(matches);
      return listReply(call, pageOf(plans), planListing);
    },
  },
  'GET /{uuid}/kubernetes_versions/': {
    open: async (call) => {
      const offering = await activeOffering(deps, call);
      if (!isRancherOffering(offering)) throw noMatch('Offering');
      const settings = await rancherSettingsOf(deps, offering.settingsUuid);
      return ok(offeredVersionsView, viewOfferedVersions(offeredVersions(offering.pluginOptions, settings)));
    },
  },
  'GET /{uuid}/plans/{plan}/': {
    open: async (call) => {
      const offering = await activeOffering(deps, call);
      const uuid = parseUuid(call.params.plan ?? '');
      const plan = offering.plans.find((item) => item.uuid === uuid);
      if (plan === undefined) throw noMatch('Plan');
      return ok(planView, viewPlan(call.link, offering, plan));
    },
  },
  ...cloudInventoryRoutes(deps),
});

type InventoryDeps = { store: Pick<Store, 'offerings'>; openstack: Pick<OpenStackSessions, 'admin'> };

const openCloudFor =
  (caller: Caller) =>
  (offering: Offering): offering is TenantOffering =>
    isTenantOffering(offering) && offering.state === 'Active' && isOfferedTo(caller, offering);

/**
 * Routes that show the flavors, images and other objects in the cloud of an offering. They are for users who may order
 * clusters there.
 */
function cloudInventoryRoutes({ store, openstack }: InventoryDeps): Routes {
  const open = async ({ params, caller }: Call) => {
    const cloud = openCloudFor(caller);
    const { uuid, settingsUuid } = await getVisible(store.offerings, 'Offering', params.uuid ?? '', cloud);
    assertPermittedSomewhere(caller, 'cloud.see');
    const place = { collection: 'marketplace-public-offerings' as const, uuid, settingsUuid };
    return { place, session: await openstack.admin(settingsUuid) };
  };
  return {
    ...inventoryRoutes(open, 'flavors', { ...flavors, list: (cloud) => cloud.listFlavors() }, (call) =>
      readFlavorFilters({ store }, call),
    ),
    ...inventoryRoutes(open, 'images', { ...images, list: (cloud) => cloud.listImages() }),
    ...inventoryRoutes(open, 'volume_types', { ...volumeTypes, list: (cloud) => cloud.listVolumeTypes() }),
    ...inventoryRoutes(open, 'external_networks', {
      ...externalNetworks,
      list: (cloud) => cloud.listExternalNetworks(),
    }),
    ...inventoryRoutes(open, 'availability_zones', {
      ...availabilityZones,
      list: async (cloud) => (await cloud.listAvailabilityZones()).map((name) => ({ id: name, name })),
    }),
  };
}
