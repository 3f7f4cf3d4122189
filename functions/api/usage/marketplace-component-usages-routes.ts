import { listUserUsages } from '#shared/app/site-agents/list-user-usages';
import { reportUsage, reportUserUsages } from '#shared/app/site-agents/report-usage';
import { visibleUsage } from '#shared/app/usage/find-usage';
import { userLimitListing } from '#shared/contracts/rest/usage/component-user-usage-limits';
import {
  componentUsageListing,
  componentUsageView,
  viewComponentUsage,
} from '#shared/contracts/rest/usage/marketplace-component-usages';
import {
  componentUserUsageListing,
  ofUsages,
  ofUsers,
} from '#shared/contracts/rest/usage/marketplace-component-user-usages';
import { parseUsageReport, parseUserReport, parseUserReports } from '#shared/contracts/rest/usage/usage-report-bodies';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { visibilityOf } from '#shared/domain/organizations/caller';
import { seesSold } from '#shared/domain/organizations/placement';
import type { Clock } from '#shared/ports/runtime';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply, selectFields } from '../_http/lists/list-reply.ts';
import { type ListVisibility, listRoute } from '../_http/lists/list-route.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { type ApiReply, ok } from '../_http/replies.ts';
import type { Call, Route, Routes } from '../_http/router.ts';

type Deps = {
  store: Pick<Store, 'usages' | 'resources' | 'offerings' | 'commit'>;
  clock: Clock;
  site: Pick<SiteSettings, 'currency'>;
};

/** Waldur answers usage reports with 201 and no body. */
const reported: ApiReply = { status: 201 };

const userRoute =
  (deps: Deps, read: typeof parseUserReports): Route =>
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
      await reportUsage(deps, caller, parseUsageReport(readBody(request)));
      return reported;
    },
    'POST /{uuid}/set_user_usages/': userRoute(deps, parseUserReports),
    'POST /{uuid}/set_user_usage/': userRoute(deps, parseUserReport),
  };
};

/**
 * Visibility of usages in a list. If the list is filtered by a resource, the seller of this resource sees all its
 * usages.
 */
const visibilityOfResource =
  ({ store }: { store: Pick<Store, 'resources'> }) =>
  async (call: Call): Promise<ListVisibility> => {
    const own = visibilityOf(call.caller);
    if (own === 'all' || own.customers.length === 0) return { visibility: own };
    const { resourceUuid } = readFilters(call, { within: ['resource'] });
    const resource = resourceUuid === undefined ? undefined : await store.resources.find(resourceUuid);
    return { visibility: resource && seesSold(call.caller, resource) ? 'all' : own };
  };

export const componentUserUsageLimitsRoutes = (): Routes => ({
  'GET /': async (call) => listReply(call, pageOf<never>([]), userLimitListing),
});

type UserUsageDeps = { store: Pick<Store, 'usages' | 'resources'> };

export const marketplaceComponentUserUsagesRoutes = (deps: UserUsageDeps): Routes => ({
  'GET /': async (call) => {
    const { matches, ...within } = readFilters(call, ofUsages);
    const { matches: matchesUser } = readFilters(call, ofUsers);
    const { visibility } = await visibilityOfResource(deps)(call);
    const asked = { scope: { visibility, ...within }, matches, matchesUser };
    return listReply(call, (page: PageRequest) => listUserUsages(deps, asked, page), componentUserUsageListing);
  },
});
