import { roleListing, roleView, viewRole } from '#shared/contracts/rest/organizations/roles';
import { findRole, roleName } from '#shared/domain/organizations/role';
import { noMatch } from '#shared/errors';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply, selectFields } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

/** Routes of roles. They need no token and no store, because all installations have the same roles. */
export const rolesRoutes = (): Routes => ({
  'GET /': (call) => {
    const { matches = () => true } = readFilters(call, roleListing.filters);
    const list = pageOf(roleName.options.filter(matches));
    return listReply(call, list, roleListing);
  },
  'GET /{uuid}/': async ({ request, params, link }) => {
    const role = findRole(params.uuid ?? '');
    if (role === undefined) throw noMatch('Role');
    const reply = ok(roleView, viewRole(link, role));
    return { ...reply, body: selectFields(request.query, reply.body) };
  },
});
