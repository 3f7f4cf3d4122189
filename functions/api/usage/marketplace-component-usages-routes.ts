import { reportUsage } from '#shared/app/site-agents/report-usage';
import { reportUserUsages } from '#shared/app/site-agents/report-user-usages';
import { visibleUsage } from '#shared/app/usage/find-usage';
import {
  componentUsageListing,
  componentUsageView,
  viewComponentUsage,
} from '#shared/contracts/rest/usage/marketplace-component-usages';
import { readUsageReport, readUserReport, readUserReports } from '#shared/contracts/rest/usage/usage-report-bodies';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { selectFields } from '../_http/lists/field-selection.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { type ApiReply, ok } from '../_http/replies.ts';
import type { Route, Routes } from '../_http/router.ts';
import { visibilityOfResource } from '../marketplace/visibility-of-resource.ts';

type Deps = {
  store: Pick<Store, 'usages' | 'resources' | 'offerings' | 'commit'>;
  clock: Clock;
  site: Pick<SiteSettings, 'currency'>;
};

/** 201 without a body, as in Waldur. */
const reported: ApiReply = { status: 201 };

const userRoute =
  (deps: Deps, read: typeof readUserReports): Route =>
  async ({ request, params, caller }) => {
    await reportUserUsages(deps, caller, { uuidText: params.uuid ?? '', read: () => read(readBody(request)) });
    return reported;
  };

export const marketplaceComponentUsagesRoutes = (deps: Deps): Routes => {
  const { store, clock, site } = deps;
  const moment = () => ({ now: clock.now(), currency: site.currency });
  return {
    'GET /': (call) =>
      listRoute(store.usages, componentUsageListing(moment()), async () => ({}), visibilityOfResource(deps))(call),
    'GET /{uuid}/': async ({ request, params, caller }) => {
      const usage = await visibleUsage(deps, caller, params.uuid ?? '');
      const reply = ok(componentUsageView, viewComponentUsage(usage, moment()));
      return { ...reply, body: selectFields(request.query, reply.body) };
    },
    'POST /set_usage/': async ({ request, caller }) => {
      await reportUsage(deps, caller, readUsageReport(readBody(request)));
      return reported;
    },
    'POST /{uuid}/set_user_usages/': userRoute(deps, readUserReports),
    'POST /{uuid}/set_user_usage/': userRoute(deps, readUserReport),
  };
};
