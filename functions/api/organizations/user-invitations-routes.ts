import { acceptInvitation } from '#shared/app/organizations/accept-invitation';
import { createInvitation, type InvitationDeps } from '#shared/app/organizations/create-invitation';
import { cancelInvitation, getInvitation, sendInvitation } from '#shared/app/organizations/manage-invitation';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  acceptanceBody,
  detailView,
  invitationListing,
  invitationView,
  newInvitationBody,
  viewInvitation,
} from '#shared/contracts/rest/organizations/user-invitations';
import { grantsOf } from '#shared/domain/organizations/permission';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';
import { invitationPage } from './invitation-page.ts';

const said = (detail: string) => ok(detailView, { detail });

export const userInvitationsRoutes = (deps: InvitationDeps): Routes => ({
  'GET /': (call: Call) => {
    // Users who may not give roles somewhere do not see invitations there.
    const caller = { ...call.caller, grants: grantsOf(call.caller, 'invitation.see') };
    return listRoute(deps.store.invitations, invitationListing(deps.clock.now()))({ ...call, caller });
  },
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const invitation = await getInvitation(deps, caller, params.uuid ?? '');
    return ok(invitationView, viewInvitation(deps.clock.now())(link, invitation));
  },
  'POST /': async ({ request, caller, link }) => {
    const invitation = await createInvitation(deps, caller, parseBody(newInvitationBody, readBody(request)));
    return created(invitationView, viewInvitation(deps.clock.now())(link, invitation));
  },
  'GET /{uuid}/accept/': { open: async () => invitationPage, anyMedia: true },
  'POST /{uuid}/accept/': async ({ request, params, caller }) => {
    await acceptInvitation(deps, caller, params.uuid ?? '', () => parseBody(acceptanceBody, readBody(request)).token);
    return said('Invitation has been successfully accepted.');
  },
  'POST /{uuid}/cancel/': async ({ params, caller }) => {
    await cancelInvitation(deps, caller, params.uuid ?? '');
    return said('Invitation has been successfully canceled.');
  },
  'POST /{uuid}/send/': async ({ params, caller }) => {
    await sendInvitation(deps, caller, params.uuid ?? '');
    return said('Invitation sending has been successfully scheduled.');
  },
});
