import { assertNotReadOnly } from '#shared/domain/_core/assert-state';
import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import { isSameOrigin } from '#shared/domain/_core/values/same-origin';
import type { CatalogAccount, CatalogFields } from '#shared/domain/cluster-contents/apps/catalog-object';
import { type GlobalCatalog, newGlobalCatalog } from '#shared/domain/cluster-contents/apps/global-catalog';
import { type Caller, canSee, visibilityOf } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { Invalid, noMatch } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../../ports/repository.ts';
import { retryOnConflict } from '../../_core/retry-on-conflict.ts';
import { seesSettings } from '../../providers/list-importable-clusters.ts';
import { writeSecretsFirst } from '../../providers/revise-secrets.ts';
import type { ContentsPull } from '../sync-content-type.ts';
import type { AppDeps } from './app-deps.ts';

type Reads = { store: Pick<Store, 'globalCatalogs' | 'settings' | 'clusters'> };
type Writes = Pick<AppDeps, 'store' | 'clock' | 'ids' | 'secrets' | 'stage' | 'site'>;
type Fields = CatalogFields & { account: CatalogAccount | undefined };

const EVERYTHING = { visibility: 'all' } as const;

/** The global catalogs of a provider, including those that are being deleted. */
export async function globalCatalogsOf(
  { globalCatalogs }: Pick<Store, 'globalCatalogs'>,
  settingsUuid: Uuid,
): Promise<GlobalCatalog[]> {
  const isIts = (catalog: GlobalCatalog) => catalog.settingsUuid === settingsUuid;
  return (await globalCatalogs.list(EVERYTHING, WHOLE_LIST, isIts)).items;
}

/**
 * If this cluster lacks a copy of a global catalog, makes the sync job due for this cluster's provider. The next run of
 * the job then checks all clusters of the provider. So a new cluster gets its copies within minutes of its first pull.
 */
export async function askForCopies({ store, cluster, globals, copies }: ContentsPull): Promise<void> {
  const present = new Set(copies.map(({ name }) => name));
  const isLacking = globals.some(({ objectName, deletedAt }) => deletedAt === undefined && !present.has(objectName));
  if (!isLacking) return;
  await store.syncJobs.remember(cluster.settingsUuid, 'sync_global_catalogs', { suspects: [] });
}

/**
 * Returns the catalogs that the caller sees. A caller who sees a provider, or a cluster of the provider, sees the
 * provider's catalogs.
 */
async function seenOf({ store }: Reads, caller: Caller, catalogs: readonly GlobalCatalog[]): Promise<GlobalCatalog[]> {
  const visibility = visibilityOf(caller);
  if (visibility === 'all' || catalogs.length === 0) return [...catalogs];
  const { items } = await store.clusters.list({ visibility }, WHOLE_LIST);
  const seen = new Set(items.map(({ settingsUuid }) => settingsUuid));
  for (const uuid of new Set(catalogs.map(({ settingsUuid }) => settingsUuid))) {
    if (seen.has(uuid)) continue;
    const settings = await store.settings.find(uuid);
    if (settings && seesSettings(caller)(settings)) seen.add(uuid);
  }
  return catalogs.filter(({ settingsUuid }) => seen.has(settingsUuid));
}

const isKept = ({ deletedAt }: GlobalCatalog): boolean => deletedAt === undefined;

/** Lists the global catalogs that the caller sees. If a cluster is given, lists only the catalogs of its provider. */
export async function listGlobalCatalogs(deps: Reads, caller: Caller, clusterUuid?: Uuid): Promise<GlobalCatalog[]> {
  const { store } = deps;
  if (clusterUuid === undefined) {
    return seenOf(deps, caller, (await store.globalCatalogs.list(EVERYTHING, WHOLE_LIST, isKept)).items);
  }
  const cluster = await store.clusters.find(clusterUuid);
  if (!cluster || !canSee(caller, cluster)) return [];
  return (await globalCatalogsOf(store, cluster.settingsUuid)).filter(isKept);
}

/** Finds a global catalog by the uuid in the URL. Undefined if the caller sees no catalog with this uuid. */
export async function findGlobalCatalog(
  deps: Reads,
  caller: Caller,
  uuidText: string,
): Promise<GlobalCatalog | undefined> {
  const uuid = parseUuid(uuidText);
  const found = uuid === undefined ? undefined : await deps.store.globalCatalogs.find(uuid);
  if (found === undefined || !isKept(found)) return undefined;
  const [seen] = await seenOf(deps, caller, [found]);
  return seen;
}

/** Whoever may change the provider may change its catalogs. */
function assertMayChange({ site }: Pick<Writes, 'site'>, caller: Caller): void {
  assertPermitted(caller, 'service_settings.update');
  assertNotReadOnly(site);
}

/** Name of a catalog's login in the secret store. */
export const catalogSecretName = (stage: string, accountUuid: Uuid): string =>
  secretName(stage, 'catalog', accountUuid);

/**
 * Stores a new login, then commits the record that names it. Logins are never overwritten, so the login that the record
 * names is always the one in use.
 */
async function withAccount<T>(
  { secrets, stage, ids }: Pick<Writes, 'secrets' | 'stage' | 'ids'>,
  account: CatalogAccount | undefined,
  commit: (accountUuid: Uuid | undefined) => Promise<T>,
): Promise<T> {
  if (account === undefined) return commit(undefined);
  const accountUuid = ids.uuid();
  const login = { name: catalogSecretName(stage, accountUuid), value: JSON.stringify(account) };
  return writeSecretsFirst(secrets, [login], () => commit(accountUuid));
}

/**
 * Creates a catalog for all clusters of a provider (S0-046). A sync job then copies the catalog into the clusters.
 * @param settings settings that the caller sees
 */
export async function createGlobalCatalog(
  deps: Writes,
  caller: Caller,
  settings: ServiceSettings,
  { account, ...fields }: Fields,
): Promise<GlobalCatalog> {
  const { store, clock, ids } = deps;
  assertMayChange(deps, caller);
  if (settings.type !== 'Rancher') throw new Invalid({ scope: ['Invalid provider detected.'] });
  const others = await globalCatalogsOf(store, settings.uuid);
  return withAccount(deps, account, async (accountUuid) => {
    const wanted = { uuid: ids.uuid(), settingsUuid: settings.uuid, fields, accountUuid };
    const catalog = newGlobalCatalog(wanted, others, clock.now());
    await store.commit(store.globalCatalogs.insert(catalog));
    return catalog;
  });
}

/**
 * Changes the record, and makes the next run of the sync job apply the change. The job may write this record at the
 * same time. After such a conflict the record is read and changed again.
 */
function revise(
  { store, clock }: Pick<Writes, 'store' | 'clock'>,
  { uuid }: GlobalCatalog,
  change: (now: string, before: GlobalCatalog) => Partial<GlobalCatalog>,
): Promise<{ before: GlobalCatalog; after: GlobalCatalog }> {
  return retryOnConflict(async () => {
    const before = await store.globalCatalogs.get(uuid);
    if (!isKept(before)) throw noMatch('Catalog');
    const now = clock.now();
    const changedAt = now.toISOString();
    const after = changed(before, now, { ...change(changedAt, before), changedAt });
    await store.commit(store.globalCatalogs.replace(after));
    return { before, after };
  });
}

/**
 * Changes a global catalog. Fields and the login keep their values if they are not given. But a stored login is never
 * sent to another server: if the address gets another origin, the login is removed unless a new one is given.
 */
export async function changeGlobalCatalog(
  deps: Writes,
  caller: Caller,
  catalog: GlobalCatalog,
  readPatch: () => Partial<Fields>,
): Promise<GlobalCatalog> {
  const { secrets, stage } = deps;
  assertMayChange(deps, caller);
  const { account, ...fields } = readPatch();
  const { before, after } = await withAccount(deps, account, (accountUuid) =>
    // Rancher reads a new login only when it downloads the index again. So `refreshedAt` is set, too.
    revise(deps, catalog, (refreshedAt, { url }) => ({
      ...fields,
      ...(!isSameOrigin(url, fields.url ?? url) && { accountUuid: undefined }),
      ...(accountUuid !== undefined && { accountUuid, refreshedAt }),
    })),
  );
  const former = before.accountUuid;
  if (former !== undefined && former !== after.accountUuid) await secrets.remove(catalogSecretName(stage, former));
  return after;
}

/** Makes Rancher download the catalog's index again in each cluster (S0-071). */
export async function refreshGlobalCatalog(deps: Writes, caller: Caller, catalog: GlobalCatalog): Promise<void> {
  assertMayChange(deps, caller);
  await revise(deps, catalog, (refreshedAt) => ({ refreshedAt }));
}

/**
 * Hides a global catalog. The sync job then deletes the copies of the catalog. When no cluster has a copy any more, the
 * job deletes the record. Applications that were installed from the catalog are kept.
 */
export async function deleteGlobalCatalog(deps: Writes, caller: Caller, catalog: GlobalCatalog): Promise<void> {
  assertMayChange(deps, caller);
  await revise(deps, catalog, (deletedAt) => ({ deletedAt }));
}
