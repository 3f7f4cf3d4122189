import { grantRole, listMembers, type RoleScope } from '#shared/app/grant-role';
import { grantedView, memberListing, newMemberBody } from '#shared/contracts/rest/members';
import { parseBody } from '#shared/contracts/rest/parse-body';
import { listReply, pageOf } from './list-reply.ts';
import { readBody } from './negotiate.ts';
import { created } from './replies.ts';
import type { Call, Routes } from './router.ts';

/** `add_user` and `list_users` of whatever roles are granted in; `scopeOf` finds it and throws NotFound when the caller cannot see it. */
export const memberRoutes = (
  deps: Parameters<typeof grantRole>[0],
  scopeOf: (call: Call) => Promise<RoleScope>,
): Routes => ({
  'POST /{uuid}/add_user/': async (call) => {
    const scope = await scopeOf(call);
    const grant = await grantRole(deps, call.caller, scope, () => parseBody(newMemberBody, readBody(call.request)));
    return created(grantedView, { expiration_time: grant.expiresAt ?? null });
  },
  'GET /{uuid}/list_users/': async (call) => {
    const scope = await scopeOf(call);
    const members = await listMembers(deps, scope.uuid);
    return listReply(call, pageOf(members), memberListing);
  },
});
