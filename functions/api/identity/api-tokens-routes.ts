import { createApiToken, deleteApiToken } from '#shared/app/identity/create-api-token';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  apiTokenListing,
  newApiTokenBody,
  newApiTokenView,
  viewApiToken,
} from '#shared/contracts/rest/identity/api-tokens';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
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
