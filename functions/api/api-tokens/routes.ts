import { createApiToken, deleteApiToken } from '#shared/app/create-api-token';
import { apiTokenListing, newApiTokenBody, newApiTokenView, viewApiToken } from '#shared/contracts/rest/api-tokens';
import { parseBody } from '#shared/contracts/rest/parse-body';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { listReply, pageOf } from '../_http/list-reply.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'users' | 'apiTokens' | 'commit'>; clock: Clock; ids: Ids };

export const apiTokensRoutes = (deps: Deps): Routes => ({
  'GET /': async (call) =>
    listReply(call, pageOf(await deps.store.apiTokens.listByUser(call.caller.user.uuid)), apiTokenListing),
  'POST /': async ({ request, caller, link }) => {
    const made = await createApiToken(deps, caller, parseBody(newApiTokenBody, readBody(request)));
    const reply = created(newApiTokenView, { ...viewApiToken(link, made.apiToken), token: made.token });
    // the only copy of the token: no cache on the way may keep it
    return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } };
  },
  'DELETE /{uuid}/': async ({ params, caller }) => {
    await deleteApiToken(deps, caller, params.uuid ?? '');
    return noContent;
  },
});
