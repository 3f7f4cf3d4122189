import { getOfferingUser, listOfferingUsers } from '#shared/app/site-agents/list-offering-users';
import {
  offeringUserListing,
  offeringUserView,
  viewOfferingUser,
} from '#shared/contracts/rest/site-agents/marketplace-offering-users';
import type { Store } from '#shared/ports/store';
import { readFilters, uuidParams } from '../_http/lists/filters.ts';
import { listReply, selectFields } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'offerings' | 'resources' | 'grants' | 'users' | 'access'> };

export const marketplaceOfferingUsersRoutes = (deps: Deps): Routes => ({
  'GET /': async (call) => {
    const { query } = call.request;
    const { projectUuid, matches = () => true } = readFilters(call, offeringUserListing.filters);
    const offerings = ['offering_uuid', 'offering'].flatMap((name) => uuidParams(query, name));
    const asked = { offerings, users: uuidParams(query, 'user_uuid'), projectUuid };
    const users = await listOfferingUsers(deps, call.caller, asked);
    return listReply(call, pageOf(users.filter(matches)), offeringUserListing);
  },
  'GET /{uuid}/': async ({ request, params, caller, link }) => {
    const found = await getOfferingUser(deps, caller, params.uuid ?? '');
    const reply = ok(offeringUserView, viewOfferingUser(link, found));
    return { ...reply, body: selectFields(request.query, reply.body) };
  },
});
