import { getServiceProvider, serviceProviders } from '#shared/app/site-agents/service-providers';
import {
  handedKeyListing,
  serviceProviderListing,
  serviceProviderView,
  viewServiceProvider,
} from '#shared/contracts/rest/site-agents/marketplace-service-providers';
import type { Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'customers' | 'offerings'> };

export const marketplaceServiceProvidersRoutes = (deps: Deps): Routes => ({
  'GET /': async (call) => {
    const { customerUuid, matches = () => true } = readFilters(call, serviceProviderListing.filters);
    const providers = await serviceProviders(deps, call.caller, customerUuid);
    return listReply(call, pageOf(providers.filter(matches)), serviceProviderListing);
  },
  'GET /{uuid}/': async ({ params, caller, link }) =>
    ok(serviceProviderView, viewServiceProvider(link, await getServiceProvider(deps, caller, params.uuid ?? ''))),
  'GET /{uuid}/keys/': async (call) => {
    await getServiceProvider(deps, call.caller, call.params.uuid ?? '');
    return listReply(call, pageOf([]), handedKeyListing);
  },
});
