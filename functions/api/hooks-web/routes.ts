import type { HookDeps } from '#shared/app/create-hook';
import {
  newWebHookBody,
  newWebHookView,
  viewWebHook,
  webHookBody,
  webHookListing,
} from '#shared/contracts/rest/hooks-web';
import { hookRoutes } from '../_http/hook-routes.ts';
import type { Routes } from '../_http/router.ts';

export const hooksWebRoutes = (deps: HookDeps): Routes =>
  hookRoutes(deps, {
    type: 'web',
    listing: webHookListing,
    view: viewWebHook,
    newBody: newWebHookBody,
    body: webHookBody,
    newView: newWebHookView,
    viewNew: (shown, secret) => ({ ...shown, secret }),
  });
