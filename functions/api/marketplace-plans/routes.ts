import { updatePlanPrices, visiblePlan, visiblePlans } from '#shared/app/update-plan-prices';
import { planPricesBody, providerPlanListing } from '#shared/contracts/rest/marketplace-plans';
import { planView, viewPlan } from '#shared/contracts/rest/offerings';
import { parseBody } from '#shared/contracts/rest/parse-body';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { listReply, pageOf } from '../_http/list-reply.ts';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'offerings' | 'commit'>; clock: Clock };

export const marketplacePlansRoutes = (deps: Deps): Routes => ({
  'GET /': async (call) => listReply(call, pageOf(await visiblePlans(deps, call.caller)), providerPlanListing),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const { offering, plan } = await visiblePlan(deps, caller, params.uuid ?? '');
    return ok(planView, viewPlan(link, offering, plan));
  },
  'POST /{uuid}/update_prices/': async ({ request, params, caller, link }) => {
    const { offering, plan } = await updatePlanPrices(deps, caller, {
      uuidText: params.uuid ?? '',
      readPrices: () => parseBody(planPricesBody, readBody(request)).prices,
    });
    return ok(planView, viewPlan(link, offering, plan));
  },
});
