import { getVisible } from '#shared/app/_core/get-visible';
import {
  roleTemplateListing,
  roleTemplateView,
  viewRoleTemplate,
} from '#shared/contracts/rest/cluster-access/rancher-role-templates';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'roleTemplates'> };

/** Everybody sees all roles, because they are choices. */
export const rancherRoleTemplatesRoutes = ({ store }: Deps): Routes => ({
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
