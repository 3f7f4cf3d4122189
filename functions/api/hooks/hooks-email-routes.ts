import { confirmHook } from '#shared/app/hooks/confirm-hook';
import type { HookDeps } from '#shared/app/hooks/create-hook';
import { sendConfirmation } from '#shared/app/hooks/manage-hook';
import { stopHook } from '#shared/app/hooks/stop-hook';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  emailHookBody,
  emailHookListing,
  emailHookView,
  hookConfirmationBody,
  newEmailHookBody,
  viewEmailHook,
} from '#shared/contracts/rest/hooks/hooks-email';
import { readBody } from '../_http/negotiate.ts';
import { accepted } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';
import { askToConfirm, askToStop, confirmed, stopped } from './email-hook-pages.ts';
import { hookRoutes } from './hook-routes.ts';

/**
 * Targets of links in e-mails, for readers without an account. GET changes nothing, because mail servers also follow
 * links.
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
    // The body is that of RFC 8058 or of a form, and is ignored.
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
    viewNew: (shown) => shown,
  }),
});
