import { createApiToken, deleteApiToken } from '#shared/app/create-api-token';
import { apiTokenListing, newApiTokenBody, newApiTokenView, viewApiToken } from '#shared/contracts/rest/api-tokens';
import { parseBody } from '#shared/contracts/rest/parse-body';
import { readFilters } from '../_http/filters.ts';
import { listReply } from '../_http/list-reply.ts';
import { readBody } from '../_http/negotiate.ts';
import { pageOf } from '../_http/page-of.ts';
import { created, noContent } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = Parameters<typeof createApiToken>[0];

export const apiTokensRoutes = (deps: Deps): Routes => ({
  'GET /': async (call) => {
    const { matches = () => true } = readFilters(call, apiTokenListing.filters);
    const own = await deps.store.apiTokens.listByUser(call.caller.user.uuid);
    return listReply(call, pageOf(own.filter(matches)), apiTokenListing);
  },
  'POST /': async ({ request, caller, link }) => {
    const made = await createApiToken(deps, caller, parseBody(newApiTokenBody, readBody(request)));
    return created(newApiTokenView, { ...viewApiToken(link, made.apiToken), token: made.token });
  },
  'DELETE /{uuid}/': async ({ params, caller }) => {
    await deleteApiToken(deps, caller, params.uuid ?? '');
    return noContent;
  },
});
