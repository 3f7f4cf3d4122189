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
import { html } from '#shared/domain/mail/mail-parts';
import { grantsOf } from '#shared/domain/organizations/permission';
import { htmlReply, script } from '../_http/html-reply.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

const said = (detail: string) => ok(detailView, { detail });

export const userInvitationsRoutes = (deps: InvitationDeps): Routes => ({
  'GET /': (call: Call) => {
    // Users see only invitations to customers and projects in which their role allows `invitation.see`.
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

/**
 * The URL has the token after `#`, because browsers do not send this part of a URL to servers. The script removes the
 * token from the address bar. During a sign-in the script keeps the token in the tab's storage.
 */
const SCRIPT = script(`
const page = location.pathname;
const token = location.hash.slice(1) || sessionStorage.getItem(page) || '';
sessionStorage.setItem(page, token);
history.replaceState(null, '', page);
const button = document.querySelector('button');
const answer = document.querySelector('output');
const signIn = document.querySelector('a');
signIn.href = '/api/sign-in/start/?return_to=' + encodeURIComponent(location.origin + page);
const show = (text) => { answer.textContent = text; };
const accept = async () => {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(page, { method: 'POST', headers, body: JSON.stringify({ token }) });
  signIn.hidden = reply.status !== 401;
  if (reply.status === 401) return show('Sign in first. You will come back to this page.');
  if (reply.status === 404) return show('This invitation has expired, was used, or was sent again with another link.');
  const body = await reply.json();
  show(body.detail || [body].flat().join(' '));
  if (!reply.ok) return;
  sessionStorage.removeItem(page);
  button.hidden = true;
};
button.onclick = () => accept().catch(() => show('Paddock did not answer. Try again in a moment.'));
`);

const invitationPage = htmlReply(
  200,
  'You are invited',
  html`<h1>You are invited</h1>
<p>Somebody offers you a role in Paddock. The e-mail says which one, and where.</p>
<p><button>Accept the invitation</button></p>
<p><output></output> <a hidden href="/">Sign in</a></p>
${SCRIPT.element}`,
  SCRIPT,
);
