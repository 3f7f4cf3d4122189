import type { z } from 'zod';
import { confirmHook } from '#shared/app/hooks/confirm-hook';
import {
  createHook,
  deleteHook,
  getHook,
  type HookDeps,
  type HookFields,
  sendConfirmation,
  updateHook,
} from '#shared/app/hooks/manage-hook';
import { stopHook } from '#shared/app/hooks/stop-hook';
import type { Link } from '#shared/contracts/rest/_core/listing';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import type { HookListing } from '#shared/contracts/rest/hooks/hook-fields';
import {
  emailHookBody,
  emailHookListing,
  emailHookView,
  hookConfirmationBody,
  newEmailHookBody,
  viewEmailHook,
} from '#shared/contracts/rest/hooks/hooks-email';
import {
  changedWebHookView,
  newWebHookBody,
  newWebHookView,
  viewWebHook,
  webHookBody,
  webHookListing,
} from '#shared/contracts/rest/hooks/hooks-web';
import type { Hook, HookType } from '#shared/domain/hooks/hook';
import type { User } from '#shared/domain/identity/user';
import { html } from '#shared/domain/mail/mail-parts';
import { htmlReply, script } from '../_http/html-reply.ts';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { type ApiReply, accepted, created, noContent, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

type Collection<V> = {
  type: HookType;
  listing: HookListing<V>;
  view: (author: User) => (link: Link, hook: Hook) => V;
  newBody: z.ZodType<HookFields>;
  body: z.ZodType<Partial<HookFields>>;
  /** Schema of the answer to POST. */
  newView: z.ZodType;
  /** Schema of the answer to a change. A change may make a new secret. */
  changedView: z.ZodType;
  viewNew: (shown: V, secret: string) => unknown;
};

/** Makes the routes of web hooks or of e-mail hooks. Users see only their own hooks. */
function hookRoutes<V>(
  deps: HookDeps,
  { type, listing, view, newBody, body, newView, changedView, viewNew }: Collection<V>,
): Routes {
  const { schema } = listing;
  const change = async ({ request, params, caller, link }: Call, parser: z.ZodType<Partial<HookFields>>) => {
    const place = { type, uuidText: params.uuid ?? '' };
    const { hook, secret } = await updateHook(deps, caller, place, () => parseBody(parser, readBody(request)));
    const shown = view(caller.user)(link, hook);
    return ok(changedView, secret === undefined ? shown : viewNew(shown, secret));
  };
  return {
    'GET /': async (call) => {
      const { matches = () => true } = readFilters(call, listing.filters);
      const own = await deps.store.hooks.listByUser(call.caller.user.uuid);
      const asked = own.filter((hook) => hook.type === type && matches(hook));
      return listReply(call, pageOf(asked), { ...listing, view: view(call.caller.user) });
    },
    'GET /{uuid}/': async ({ params, caller, link }) =>
      ok(schema, view(caller.user)(link, await getHook(deps, caller, type, params.uuid ?? ''))),
    'POST /': async ({ request, caller, link }) => {
      const fields = parseBody(newBody, readBody(request));
      const { hook, secret } = await createHook(deps, caller, type, fields);
      return created(newView, viewNew(view(caller.user)(link, hook), secret));
    },
    'PATCH /{uuid}/': (call) => change(call, body),
    'PUT /{uuid}/': (call) => change(call, newBody),
    'DELETE /{uuid}/': async ({ params, caller }) => {
      await deleteHook(deps, caller, type, params.uuid ?? '');
      return noContent;
    },
  };
}

export const hooksWebRoutes = (deps: HookDeps): Routes =>
  hookRoutes(deps, {
    type: 'web',
    listing: webHookListing,
    view: viewWebHook,
    newBody: newWebHookBody,
    body: webHookBody,
    newView: newWebHookView,
    changedView: changedWebHookView,
    viewNew: (shown, secret) => ({ ...shown, secret }),
  });

/**
 * Pages for the links in e-mails. The readers of the e-mails need no account. GET changes nothing, because mail servers
 * also follow links.
 */
const linkRoutes = (deps: HookDeps): Routes => ({
  'GET /{uuid}/confirm/': { open: async () => askToConfirm, anyMedia: true },
  'POST /{uuid}/confirm/': {
    open: async ({ request, params }) => {
      const { token } = parseBody(hookConfirmationBody, readBody(request));
      return confirmed(await confirmHook(deps, params.uuid ?? '', token));
    },
    anyMedia: true,
  },
  'GET /{uuid}/stop/': { open: async () => askToStop, anyMedia: true },
  'POST /{uuid}/stop/': {
    // The body is a form or the one-click body of RFC 8058. The route does not read the body, because the token is in
    // the URL.
    open: async ({ request, params }) =>
      stopped(await stopHook(deps, params.uuid ?? '', request.query.get('token') ?? '')),
    anyMedia: true,
  },
});

export const hooksEmailRoutes = (deps: HookDeps): Routes => ({
  ...linkRoutes(deps),
  'POST /{uuid}/send_confirmation/': async ({ params, caller }) => {
    await sendConfirmation(deps, caller, params.uuid ?? '');
    return accepted;
  },
  ...hookRoutes(deps, {
    type: 'email',
    listing: emailHookListing,
    view: viewEmailHook,
    newBody: newEmailHookBody,
    body: emailHookBody,
    newView: emailHookView,
    changedView: emailHookView,
    viewNew: (shown) => shown,
  }),
});

/** Copies the token from the link into the form, because browsers do not send the part of a URL after `#`. */
const SCRIPT = script('document.forms[0].token.value=location.hash.slice(1)');

const NO_LINK = html`<p>This link is not valid. Nothing was changed.</p>`;

const askToConfirm = htmlReply(
  200,
  'Confirm this address',
  html`<h1>Confirm this address</h1>
<p>Somebody who uses Paddock wants to send e-mails about events to the address that your link came to.</p>
<form method="post">
<p><label>Token of the link: <input name="token" required autocomplete="off"></label></p>
<p><button>Yes, send them</button></p>
</form>
${SCRIPT.element}`,
  SCRIPT,
);

const confirmed = (isDone: boolean): ApiReply =>
  isDone
    ? htmlReply(200, 'Confirmed', html`<h1>Confirmed</h1><p>E-mails about events come to this address from now on.</p>`)
    : htmlReply(400, 'Not confirmed', html`<h1>Not confirmed</h1>${NO_LINK}`);

const askToStop = htmlReply(
  200,
  'No more e-mails',
  html`<h1>No more e-mails</h1>
<p>Shall this hook of Paddock send no more e-mails to this address?</p>
<form method="post"><p><button>Send no more</button></p></form>`,
);

const stopped = (isDone: boolean): ApiReply =>
  isDone
    ? htmlReply(200, 'No more e-mails', html`<h1>No more e-mails</h1><p>This hook sends no more e-mails here.</p>`)
    : htmlReply(400, 'Nothing stopped', html`<h1>Nothing stopped</h1>${NO_LINK}`);
