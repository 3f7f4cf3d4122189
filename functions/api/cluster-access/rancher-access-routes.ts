import { getVisible } from '#shared/app/_core/get-visible';
import { getRancherUser, listRancherUsers } from '#shared/app/cluster-access/list-rancher-users';
import {
  roleTemplateListing,
  roleTemplateView,
  viewRoleTemplate,
} from '#shared/contracts/rest/cluster-access/rancher-role-templates';
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

type RoleTemplateDeps = { store: Pick<Store, 'roleTemplates'> };

/** All users see all roles of Rancher, because they choose a role when they give access to a cluster. */
export const rancherRoleTemplatesRoutes = ({ store }: RoleTemplateDeps): Routes => ({
  'GET /': (call) => {
    const { matches } = readFilters(call, roleTemplateListing.filters);
    const list = (page: PageRequest) => store.roleTemplates.list({ visibility: 'all' }, page, matches);
    return listReply(call, list, roleTemplateListing);
  },
  'GET /{uuid}/': async ({ params, link }) => {
    const role = await getVisible(store.roleTemplates, 'RoleTemplate', params.uuid ?? '', () => true);
    return ok(roleTemplateView, viewRoleTemplate(link, role));
  },
});
