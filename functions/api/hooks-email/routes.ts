import type { HookDeps } from '#shared/app/create-hook';
import {
  emailHookBody,
  emailHookListing,
  emailHookView,
  newEmailHookBody,
  viewEmailHook,
} from '#shared/contracts/rest/hooks-email';
import { hookRoutes } from '../_http/hook-routes.ts';
import type { Routes } from '../_http/router.ts';

export const hooksEmailRoutes = (deps: HookDeps): Routes =>
  hookRoutes(deps, {
    type: 'email',
    listing: emailHookListing,
    newBody: newEmailHookBody,
    body: emailHookBody,
    newView: emailHookView,
    viewNew: (link, { hook }) => viewEmailHook(link, hook),
  });
