import pMap from 'p-map';
import { z } from 'zod';
import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { isSameOrigin } from '#shared/domain/_core/values/same-origin';
import { isClusterBeingDeleted } from '#shared/domain/cluster-access/grantable-role';
import { accountAddress, accountObject, addressOfCatalog } from '#shared/domain/cluster-contents/apps/catalog-object';
import {
  type GlobalCatalog,
  type LackingClusters,
  problemOf,
} from '#shared/domain/cluster-contents/apps/global-catalog';
import {
  copyAccountName,
  copyAddress,
  copyChange,
  hasOtherAccount,
  hasRemovedAccount,
  isCopyOf,
  newCopy,
} from '#shared/domain/cluster-contents/apps/global-catalog-object';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { AppError, BackendThrottled, BackendUnavailable, Misconfigured } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import { WHOLE_LIST } from '../../../ports/repository.ts';
import { forEachIsolated } from '../../_core/for-each-isolated.ts';
import type { Pass, SyncDeps, SyncReport } from '../../providers/sync-job.ts';
import { catalogSecretName, globalCatalogsOf } from './global-catalogs.ts';

/** Maximum number of clusters that are worked on at the same time. */
const AT_A_TIME = 8;

/** The state of a catalog in one cluster after the run. */
type Outcome = 'same' | 'written' | 'removed' | keyof LackingClusters;
type Served = ReadonlyMap<Uuid, Outcome>;
type Site = { rancher: Rancher; clusterId: string };

const storedAccount = z.object({ username: z.string(), password: z.string() });

/** Writes the Secret with the catalog's login into the cluster. */
async function writeAccount({ secrets, stage }: SyncDeps, { rancher, clusterId }: Site, catalog: GlobalCatalog) {
  const { accountUuid = '', name } = catalog;
  const text = await secrets.find(catalogSecretName(stage, accountUuid));
  if (text === undefined)
    throw new Misconfigured(`The login of the global catalog ${name} is not in the secret store.`);
  const secret = copyAccountName(catalog);
  const object = accountObject(secret, storedAccount.parse(JSON.parse(text)));
  await rancher.applyObject(clusterId, accountAddress(secret), object, { force: true });
}

/**
 * Deletes the cluster's copy of a global catalog, and the Secret with the catalog's login. If an earlier run was
 * interrupted, the Secret may exist without the copy.
 */
async function remove({ rancher, clusterId }: Site, catalog: GlobalCatalog, hasCopy: boolean): Promise<Outcome> {
  if (catalog.accountUuid !== undefined) {
    await rancher.deleteObject(clusterId, accountAddress(copyAccountName(catalog)));
  }
  if (!hasCopy) return 'same';
  await rancher.deleteObject(clusterId, copyAddress(catalog));
  return 'removed';
}

/**
 * Makes the cluster's copy match the catalog. If the catalog is deleted, deletes the copy. Neither changes nor deletes
 * an object of somebody else.
 */
async function serve(deps: SyncDeps, site: Site, catalog: GlobalCatalog): Promise<Outcome> {
  const { rancher, clusterId } = site;
  const found = await rancher.findObject(clusterId, copyAddress(catalog));
  const isForeign = found !== undefined && !isCopyOf(catalog, found);
  if (catalog.deletedAt !== undefined) return remove(site, catalog, found !== undefined && !isForeign);
  if (isForeign) return 'taken';
  const change = found && copyChange(catalog, found);
  if (found && change === undefined) return 'same';
  // Rancher must not send a login to an address for which it was not given.
  const isMoved = found !== undefined && !isSameOrigin(addressOfCatalog(found), catalog.url);
  if (isMoved) await rancher.patchObject(clusterId, copyAddress(catalog), { spec: { clientSecret: null } });
  if (hasRemovedAccount(catalog, found))
    await rancher.deleteObject(clusterId, accountAddress(copyAccountName(catalog)));
  if (hasOtherAccount(catalog, found)) await writeAccount(deps, site, catalog);
  if (change) await rancher.patchObject(clusterId, copyAddress(catalog), change);
  else {
    const { apiVersion, plural } = copyAddress(catalog);
    await rancher.createObject(clusterId, { apiVersion, plural }, newCopy(catalog));
  }
  return 'written';
}

/**
 * Syncs all catalogs into one cluster. If the cluster does not answer, no further request is sent to it in this run.
 */
async function serveCluster(deps: SyncDeps, site: Site, catalogs: readonly GlobalCatalog[]): Promise<Served> {
  const served = new Map<Uuid, Outcome>();
  let isAway = false;
  for (const catalog of catalogs) {
    try {
      served.set(catalog.uuid, isAway ? 'away' : await serve(deps, site, catalog));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      isAway = error instanceof BackendUnavailable || error instanceof BackendThrottled;
      served.set(catalog.uuid, isAway ? 'away' : 'refused');
      deps.log.warn(LOG.recordNotSynced, { catalogUuid: catalog.uuid, clusterId: site.clusterId, error });
    }
  }
  return served;
}

/** Clusters that may have copies: all clusters that exist in Rancher and are not being deleted. */
async function clustersOf({ store }: SyncDeps, settingsUuid: Uuid): Promise<Cluster[]> {
  const isIts = (it: Cluster) => it.settingsUuid === settingsUuid && it.backendId !== '' && !isClusterBeingDeleted(it);
  return (await store.clusters.list({ visibility: 'all' }, WHOLE_LIST, isIts)).items;
}

const countOf = (results: readonly Served[], outcome: Outcome, uuid?: Uuid): number =>
  results
    .flatMap((served) => (uuid === undefined ? [...served.values()] : [served.get(uuid)]))
    .filter((one) => one === outcome).length;

const lackingOf = (results: readonly Served[], uuid: Uuid): LackingClusters => ({
  taken: countOf(results, 'taken', uuid),
  away: countOf(results, 'away', uuid),
  refused: countOf(results, 'refused', uuid),
});

/**
 * Records the result of the run for a catalog. If the catalog is deleted and no cluster has a copy, removes its record
 * and login.
 */
async function conclude(deps: SyncDeps, catalog: GlobalCatalog, results: readonly Served[], isEveryServed: boolean) {
  const { store, clock, secrets, stage } = deps;
  const problem = problemOf(lackingOf(results, catalog.uuid));
  if (catalog.deletedAt !== undefined) {
    if (!isEveryServed || problem !== '') return;
    if (catalog.accountUuid !== undefined) await secrets.remove(catalogSecretName(stage, catalog.accountUuid));
    await store.commit(store.globalCatalogs.remove(catalog));
  } else if (problem !== catalog.problem) {
    await store.commit(store.globalCatalogs.replace(changed(catalog, clock.now(), { problem })));
  }
}

/**
 * Copies each global catalog into each active cluster of the provider, and deletes the copies of deleted catalogs
 * (S0-046). Writes only differences. Clusters that are hibernated, in the state ERRED, or in the middle of an operation
 * are left out. A later run syncs them.
 */
export const syncGlobalCatalogs: Pass = async (deps, provider, last) => {
  const { store, clock, log } = deps;
  const startedAt = clock.now().toISOString();
  // The list is eventually consistent, so each record is read again.
  const listed = await globalCatalogsOf(store, provider.uuid);
  const read = await Promise.all(listed.map(({ uuid }) => store.globalCatalogs.find(uuid)));
  const catalogs = read.filter((catalog) => catalog !== undefined);
  const nothing: SyncReport = { written: 0, removed: 0, failed: 0 };
  if (catalogs.length === 0) return { report: nothing, memory: last };
  const rancher = await deps.rancher.open(provider);
  const active = new Set((await rancher.listClusters()).filter(({ state }) => state === 'active').map(({ id }) => id));
  const clusters = await clustersOf(deps, provider.uuid);
  const isReady = ({ state, hibernation, backendId }: Cluster) =>
    state === 'OK' && hibernation === undefined && active.has(backendId);
  const ready = clusters.filter(isReady);
  const results = await pMap(
    ready,
    ({ backendId: clusterId }) => serveCluster(deps, { rancher, clusterId }, catalogs),
    { concurrency: AT_A_TIME },
  );
  const isEveryServed = ready.length === clusters.length;
  const about = ({ uuid }: GlobalCatalog) => ({ catalogUuid: uuid });
  const unrecorded = await forEachIsolated(catalogs, { log, about }, (catalog) =>
    conclude(deps, catalog, results, isEveryServed),
  );
  const failed = (['taken', 'away', 'refused'] as const).reduce((sum, reason) => sum + countOf(results, reason), 0);
  return {
    report: {
      written: countOf(results, 'written'),
      removed: countOf(results, 'removed'),
      failed: failed + unrecorded,
    },
    memory: { startedAt, suspects: [] },
  };
};
