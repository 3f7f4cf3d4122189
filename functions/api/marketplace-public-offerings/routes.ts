import { getVisible } from '#shared/app/get-visible';
import {
  planListing,
  planView,
  publicOfferingListing,
  publicOfferingView,
  viewPlan,
  viewPublicOffering,
} from '#shared/contracts/rest/offerings';
import { parseUuid } from '#shared/domain/identifier';
import type { Offering } from '#shared/domain/offering';
import { noMatch } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters } from '../_http/filters.ts';
import { listReply } from '../_http/list-reply.ts';
import { pageOf } from '../_http/page-of.ts';
import { ok } from '../_http/replies.ts';
import type { OpenCall, Routes } from '../_http/router.ts';
import { cloudInventoryRoutes } from './cloud-inventory-routes.ts';

type Deps = { store: Pick<Store, 'offerings'>; openstack: Pick<OpenStackSessions, 'admin'> };

const isOrderable = ({ state }: Offering): boolean => state === 'Active';
const activeOffering = ({ store }: Deps, { params }: OpenCall): Promise<Offering> =>
  getVisible(store.offerings, 'Offering', params.uuid ?? '', isOrderable);

/** The shop window, open to everybody. Offerings are few, so reading all to show the active ones is cheap. */
export const marketplacePublicOfferingsRoutes = (deps: Deps): Routes => ({
  'GET /': {
    open: (call) => {
      const { matches = () => true, ...within } = readFilters(call, publicOfferingListing.filters);
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
