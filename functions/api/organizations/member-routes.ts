import { listMembers } from '#shared/app/identity/list-members';
import {
  grantRole,
  type RevokeGrantDeps,
  type RoleScope,
  revokeGrant,
  updateGrant,
} from '#shared/app/organizations/manage-grant';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { grantedView, memberBody, memberListing } from '#shared/contracts/rest/organizations/members';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, done, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

const read = ({ request }: Call) => parseBody(memberBody, readBody(request));

/**
 * Routes of the users of a customer or project, with their roles. `scopeOf` finds the customer or project, and throws
 * NotFound when the caller cannot see it.
 */
export const memberRoutes = (
  deps: Parameters<typeof grantRole>[0] & RevokeGrantDeps,
  scopeOf: (call: Call) => Promise<RoleScope>,
): Routes => ({
  'POST /{uuid}/add_user/': async (call) => {
    const grant = await grantRole(deps, call.caller, await scopeOf(call), () => read(call));
    return created(grantedView, { expiration_time: grant.expiresAt ?? null });
  },
  'POST /{uuid}/update_user/': async (call) => {
    const grant = await updateGrant(deps, call.caller, await scopeOf(call), () => read(call));
    return ok(grantedView, { expiration_time: grant.expiresAt ?? null });
  },
  'POST /{uuid}/delete_user/': async (call) => {
    const { correlationId } = call.request;
    await revokeGrant(deps, call.caller, await scopeOf(call), { readInput: () => read(call), correlationId });
    return done;
  },
  'GET /{uuid}/list_users/': async (call) => {
    const { uuid } = await scopeOf(call);
    const { matches = () => true } = readFilters(call, memberListing.filters);
    const members = await listMembers(deps, uuid);
    return listReply(call, pageOf(members.filter(matches)), memberListing);
  },
});
