import { updatePlanPrices, visiblePlan, visiblePlans } from '#shared/app/marketplace/update-plan-prices';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { categoryListing, categoryView } from '#shared/contracts/rest/marketplace/marketplace-categories';
import {
  planPricesBody,
  providerPlanListing,
  providerPlanView,
  viewProviderPlan,
} from '#shared/contracts/rest/marketplace/marketplace-plans';
import { parseUuid } from '#shared/domain/_core/identifier';
import { CATEGORY } from '#shared/domain/marketplace/offering';
import { noMatch } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'offerings' | 'commit'>; clock: Clock };

export const marketplacePlansRoutes = (deps: Deps): Routes => ({
  'GET /': async (call) => {
    const { matches = () => true } = readFilters(call, providerPlanListing.filters);
    const plans = await visiblePlans(deps, call.caller);
    return listReply(call, pageOf(plans.filter(matches)), providerPlanListing);
  },
  'GET /{uuid}/': async ({ params, caller, link }) => {
    return ok(providerPlanView, viewProviderPlan(link, await visiblePlan(deps, caller, params.uuid ?? '')));
  },
  'POST /{uuid}/update_prices/': async ({ request, params, caller, link }) => {
    const priced = await updatePlanPrices(deps, caller, {
      uuidText: params.uuid ?? '',
      readPrices: () => parseBody(planPricesBody, readBody(request)).prices,
    });
    return ok(providerPlanView, viewProviderPlan(link, priced));
  },
});

export const marketplaceCategoriesRoutes = (): Routes => ({
  'GET /': {
    open: (call) => {
      const { matches = () => true } = readFilters(call, categoryListing.filters);
      return listReply(call, pageOf([CATEGORY].filter(matches)), categoryListing);
    },
  },
  'GET /{uuid}/': {
    open: async ({ params, link }) => {
      if (parseUuid(params.uuid ?? '') !== CATEGORY.uuid) throw noMatch('Category');
      return ok(categoryView, categoryListing.view(link, CATEGORY));
    },
  },
});
