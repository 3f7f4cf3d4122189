import { getRancherUser, listRancherUsers } from '#shared/app/cluster-access/list-rancher-users';
import {
  rancherUserListing,
  rancherUserView,
  viewRancherUser,
} from '#shared/contracts/rest/cluster-access/rancher-users';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'rancherUsers' | 'rancherUserLinks'> };

export const rancherUsersRoutes = (deps: Deps): Routes => ({
  'GET /': (call) => {
    const wanted = readFilters(call, rancherUserListing.filters);
    const list = (page: PageRequest) => listRancherUsers(deps, call.caller, wanted, page);
    return listReply(call, list, rancherUserListing);
  },
  'GET /{uuid}/': async ({ params, caller, link }) =>
    ok(rancherUserView, viewRancherUser(link, await getRancherUser(deps, caller, params.uuid ?? ''))),
});
