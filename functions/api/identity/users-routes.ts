import { getVisible } from '#shared/app/_core/get-visible';
import { createUser, updateUser } from '#shared/app/identity/manage-user';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  changeOfUser,
  meView,
  newUserBody,
  userChangeBody,
  userListing,
  userPutBody,
  userView,
  viewMe,
  viewUser,
} from '#shared/contracts/rest/identity/users';
import { visibilityOf } from '#shared/domain/organizations/caller';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, ok } from '../_http/replies.ts';
import type { Call, Route, Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'users' | 'commit'>; clock: Clock; ids: Ids };

/** Finds a user. Staff and support see all users. Everybody else sees only their own account. */
const visibleUser = ({ store }: Deps, { params, caller }: Pick<Call, 'params' | 'caller'>) =>
  getVisible(
    store.users,
    'User',
    params.uuid ?? '',
    ({ uuid }) => uuid === caller.user.uuid || visibilityOf(caller) === 'all',
  );
const changeRoute =
  (deps: Deps, body: typeof userChangeBody | typeof userPutBody): Route =>
  async (call) => {
    const read = () => visibleUser(deps, call);
    const parseChange = () => changeOfUser(parseBody(body, readBody(call.request)));
    return ok(userView, viewUser(call.link, await updateUser(deps, call.caller, read, parseChange)));
  };

export const usersRoutes = (deps: Deps): Routes => ({
  'GET /': (call) => {
    const { caller } = call;
    const { matches } = readFilters(call, userListing.filters);
    const visibility = visibilityOf(caller);
    const self = [caller.user].filter(matches ?? (() => true));
    const everybody = (page: PageRequest) => deps.store.users.list({ visibility }, page, matches);
    return listReply(call, visibility === 'all' ? everybody : pageOf(self), userListing);
  },
  'GET /me/': async ({ caller, link }) => ok(meView, viewMe(link, caller)),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    return ok(userView, viewUser(link, await visibleUser(deps, { params, caller })));
  },
  'PATCH /{uuid}/': changeRoute(deps, userChangeBody),
  'PUT /{uuid}/': changeRoute(deps, userPutBody),
  'POST /': {
    staff: async ({ request, caller, link }) => {
      const user = await createUser(deps, caller, parseBody(newUserBody, readBody(request)));
      return created(userView, viewUser(link, user));
    },
  },
});
