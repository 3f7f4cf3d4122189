import { listRelays } from '#shared/app/cluster-api/relays/list-relays';
import { relayListing } from '#shared/contracts/rest/cluster-api/cluster-api-relays';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import type { Routes } from '../_http/router.ts';

/** Operators list relays here. The relays themselves report to the web hook `POST /webhooks/relays`. */
export const clusterApiRelaysRoutes = (deps: Parameters<typeof listRelays>[0]): Routes => ({
  'GET /': async (call) => {
    const { matches = () => true } = readFilters(call, relayListing.filters);
    return listReply(call, pageOf((await listRelays(deps, call.caller)).filter(matches)), relayListing);
  },
});
