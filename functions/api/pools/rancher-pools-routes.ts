import { listEtcdSnapshots } from '#shared/app/pools/list-etcd-snapshots';
import { listAllMachines, listMachines } from '#shared/app/pools/list-machines';
import { getPool, listPools } from '#shared/app/pools/list-pools';
import type { PoolDeps } from '#shared/app/pools/open-pool-cluster';
import { readInfrastructure } from '#shared/app/pools/read-infrastructure';
import { showPoolSettings } from '#shared/app/pools/update-pool-settings';
import type { Listing } from '#shared/contracts/rest/_core/listing';
import { infrastructureView, snapshotListing, viewInfrastructure } from '#shared/contracts/rest/pools/infrastructure';
import { allMachineListing, machineListing } from '#shared/contracts/rest/pools/machines';
import { poolSettingsView, viewSettings } from '#shared/contracts/rest/pools/pool-settings';
import { poolListing, poolView, viewPool } from '#shared/contracts/rest/pools/pools';
import { readFilters, uuidParams } from '../_http/lists/filters.ts';
import { listReply, refuseUnknown, selectFields } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

/**
 * Makes a list route that reads the whole list from Rancher. The route checks the query first, so a refused query
 * causes no call to Rancher.
 */
const liveList =
  <T, V>(listing: Listing<T, V>, read: (call: Call) => Promise<readonly T[]>) =>
  async (call: Call) => {
    refuseUnknown(call.request.query, listing.filters);
    const { matches = () => true } = readFilters(call, listing.filters);
    const rows = await read(call);
    return listReply(call, pageOf(rows.filter(matches)), listing);
  };

const uuidIn = ({ params }: Call): string => params.uuid ?? '';

/** Routes of a cluster's pools, their machines, and the cluster's objects in Rancher. */
export const clusterPoolsRoutes = (deps: PoolDeps): Routes => ({
  'GET /{uuid}/pools/': liveList(poolListing, (call) => listPools(deps, call.caller, uuidIn(call))),
  'GET /{uuid}/pools/{pool}/': async (call) => {
    const wanted = { clusterText: uuidIn(call), poolText: call.params.pool ?? '' };
    const reply = ok(poolView, viewPool(call.link, await getPool(deps, call.caller, wanted)));
    return { ...reply, body: selectFields(call.request.query, reply.body) };
  },
  'GET /{uuid}/pool-settings/': async (call) => {
    const { settings, withSecrets } = await showPoolSettings(deps, call.caller, uuidIn(call));
    return ok(poolSettingsView, viewSettings(settings, withSecrets));
  },
  'GET /{uuid}/machines/': liveList(machineListing, (call) => listMachines(deps, call.caller, uuidIn(call))),
  'GET /{uuid}/infrastructure/': async (call) =>
    ok(infrastructureView, viewInfrastructure(await readInfrastructure(deps, call.caller, uuidIn(call)))),
  'GET /{uuid}/etcd-snapshots/': liveList(snapshotListing, (call) =>
    listEtcdSnapshots(deps, call.caller, uuidIn(call)),
  ),
});

export const rancherMachinesRoutes = (deps: PoolDeps): Routes => ({
  'GET /': liveList(allMachineListing, ({ caller, request: { query } }) =>
    listAllMachines(deps, caller, {
      clusterUuids: uuidParams(query, 'cluster_uuid'),
      settingsUuids: uuidParams(query, 'service_settings_uuid'),
    }),
  ),
});
