import type { HookDeps } from '#shared/app/hooks/create-hook';
import {
  newWebHookBody,
  newWebHookView,
  viewWebHook,
  webHookBody,
  webHookListing,
} from '#shared/contracts/rest/hooks/hooks-web';
import type { Routes } from '../_http/router.ts';
import { hookRoutes } from './hook-routes.ts';

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
