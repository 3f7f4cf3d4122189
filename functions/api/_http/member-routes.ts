import { grantRole } from '#shared/app/grant-role';
import { listMembers } from '#shared/app/list-members';
import { type RevokeGrantDeps, revokeGrant } from '#shared/app/revoke-grant';
import type { RoleScope } from '#shared/app/role-scope';
import { updateGrant } from '#shared/app/update-grant';
import { grantedView, memberBody, memberListing } from '#shared/contracts/rest/members';
import { parseBody } from '#shared/contracts/rest/parse-body';
import { readFilters } from './filters.ts';
import { listReply } from './list-reply.ts';
import { readBody } from './negotiate.ts';
import { pageOf } from './page-of.ts';
import { created, done, ok } from './replies.ts';
import type { Call, Routes } from './router.ts';

const read = ({ request }: Call) => parseBody(memberBody, readBody(request));

/** The people of whatever roles are granted in; `scopeOf` finds it and throws NotFound when the caller cannot see it. */
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
