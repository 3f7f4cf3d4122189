import type { Uuid } from '#shared/domain/_core/identifier';
import { isSameOrigin } from '#shared/domain/_core/values/same-origin';
import {
  accountAddress,
  accountNameOf,
  accountObject,
  addressOfCatalog,
  type CatalogAccount,
  type CatalogFields,
  catalogChange,
  catalogObjectName,
  newCatalogObject,
  refreshChange,
} from '#shared/domain/cluster-contents/apps/catalog-object';
import { asContent, CATALOG_TYPE } from '#shared/domain/cluster-contents/apps/global-catalog';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { catalogFacts } from '#shared/domain/cluster-contents/content-facts';
import { addressOf } from '#shared/domain/cluster-contents/kubernetes-object';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { BackendContractBroken, noMatch, noObject } from '#shared/errors';
import { withTimeout } from '../../_core/with-timeout.ts';
import { seesSettings } from '../../providers/list-importable-clusters.ts';
import { inCallersWords } from '../kubernetes-words.ts';
import {
  type ActingCluster,
  assertWritable,
  type ContentDeps,
  openAsCaller,
  openContent,
  visibleContent,
} from '../open-content.ts';
import { recordContent } from '../record-content.ts';
import { recordedChange } from '../recorded-change.ts';
import type { AppDeps } from './app-deps.ts';
import {
  changeGlobalCatalog,
  createGlobalCatalog,
  deleteGlobalCatalog,
  findGlobalCatalog,
  refreshGlobalCatalog,
} from './global-catalogs.ts';

export type NewCatalog = CatalogFields & { scopeUuid: Uuid; account: CatalogAccount | undefined };
export type CatalogPatch = Partial<CatalogFields> & { account?: CatalogAccount | undefined };

const CATALOGS = { kind: 'CATALOG', model: 'Catalog' } as const;
const TYPE = CATALOG_TYPE;
const REPOSITORIES = { apiVersion: 'catalog.cattle.io/v1', plural: 'clusterrepos' };
const WRITE_MS = 10_000;

type CatalogScope = { settings: ServiceSettings } | { cluster: Cluster; projectId: string };

/** Finds the object with the scope's uuid: a provider, a cluster, or a project of a cluster in Rancher. */
async function scopeOf({ store }: ContentDeps, caller: Caller, uuid: Uuid): Promise<CatalogScope> {
  const settings = await store.settings.find(uuid);
  if (settings && seesSettings(caller)(settings)) return { settings };
  const project = await store.rancherProjects.findByUuid(uuid);
  const cluster = await store.clusters.find(project?.clusterUuid ?? uuid);
  if (!cluster || !canSee(caller, cluster)) throw noObject('scope');
  return { cluster, projectId: project?.backendId ?? '' };
}

/** Finds a catalog by the uuid in the URL: a global catalog or a catalog of one cluster. */
export async function getCatalog(deps: ContentDeps, caller: Caller, uuidText: string): Promise<ClusterContent> {
  const global = await findGlobalCatalog(deps, caller, uuidText);
  return global ? asContent(global) : visibleContent(deps, caller, CATALOGS, uuidText);
}

/** Writes a catalog's account as a Secret into the cluster of the catalog. Paddock stores the account nowhere else. */
async function keepAccount({ cluster, rancher }: ActingCluster, name: string, account: CatalogAccount): Promise<void> {
  await rancher.applyObject(cluster.backendId, accountAddress(name), accountObject(name, account), { force: true });
}

/** Records the catalog at once, with the content that the next pull would record. Returns the record. */
async function recorded(deps: ContentDeps, open: ActingCluster, backendId: string): Promise<ClusterContent> {
  const record = await recordContent(deps, open, { type: TYPE, backendId });
  if (!record) throw new BackendContractBroken(`Rancher accepted the catalog ${backendId}, but does not list it.`);
  return record;
}

const named = (name: string, uuid = '') => ({ uuid, name, namespaceName: '' });

/**
 * Creates a catalog for all clusters of a provider, for one cluster, or for one project of a cluster in Rancher
 * (S0-070). Rancher then downloads the catalog's index. Throws Invalid, NotAllowed, Conflict, ReadOnlyMode, Backend*.
 */
export async function createCatalog(deps: AppDeps, caller: Caller, wanted: NewCatalog): Promise<ClusterContent> {
  const { scopeUuid, ...fields } = wanted;
  const scope = await scopeOf(deps, caller, scopeUuid);
  if ('settings' in scope) return asContent(await createGlobalCatalog(deps, caller, scope.settings, fields));
  return createInCluster(deps, caller, scope, fields);
}

async function createInCluster(
  deps: AppDeps,
  caller: Caller,
  { cluster, projectId }: { cluster: Cluster; projectId: string },
  { account, ...fields }: Omit<NewCatalog, 'scopeUuid'>,
): Promise<ClusterContent> {
  assertWritable(deps, caller, cluster, { kind: 'CATALOG', action: 'content.create' });
  const open = await openAsCaller(deps, caller, cluster);
  const objectName = catalogObjectName(fields.name, deps.ids.uuid());
  const accountName = account && accountNameOf(objectName);
  const object = newCatalogObject(fields, { objectName, projectId, accountName });
  const content = named(fields.name, cluster.uuid);
  const create = (dryRun: boolean) =>
    inCallersWords(open.rancher.createObject(cluster.backendId, REPOSITORIES, object, { dryRun }));
  return withTimeout(WRITE_MS, async () => {
    if (account) {
      // A refused creation must not overwrite the login of a catalog that already has this name.
      await create(true);
      await inCallersWords(keepAccount(open, accountNameOf(objectName), account));
    }
    await recordedChange(deps, open, { eventType: 'cluster_content_created', title: CATALOGS.model, content }, () =>
      create(false),
    );
    return recorded(deps, open, objectName);
  });
}

/**
 * Changes a catalog. Fields and the account keep their values if the caller does not give them. But a stored account is
 * never sent to another server: if the address gets another origin, the account is removed unless the caller gives a new
 * one.
 * @param readPatch reads the body; it is called after the checks of permission and state
 */
export async function changeCatalog(
  deps: AppDeps,
  caller: Caller,
  uuidText: string,
  readPatch: () => CatalogPatch,
): Promise<ClusterContent> {
  const global = await findGlobalCatalog(deps, caller, uuidText);
  if (global) return asContent(await changeGlobalCatalog(deps, caller, global, readPatch));
  const open = await openContent(deps, caller, CATALOGS, uuidText);
  const { account, ...patch } = readPatch();
  const { content, cluster, rancher } = open;
  const { url, branch, title } = catalogFacts.parse(content.facts);
  const before = { name: title || content.name, description: content.description, url, branch };
  const accountName = accountNameOf(content.name);
  const fields = { ...before, ...patch };
  const change = (login: string | undefined, dryRun = false) =>
    inCallersWords(
      rancher.patchObject(cluster.backendId, addressOf(content), catalogChange(fields, login), { dryRun }),
    );
  return withTimeout(WRITE_MS, async () => {
    // The record may be older than a change that was made in Rancher. So the present address is read.
    const present = await rancher.findObject(cluster.backendId, addressOf(content));
    if (!present) throw noMatch(CATALOGS.model);
    const isMoved = !isSameOrigin(addressOfCatalog(present), fields.url);
    const event = { eventType: 'cluster_content_updated', title: CATALOGS.model, content } as const;
    // A refused change must not change or remove the login.
    if (account || isMoved) await change(account && accountName, true);
    await recordedChange(deps, open, event, async () => {
      if (isMoved) {
        await change('none');
        await rancher.deleteObject(cluster.backendId, accountAddress(accountName));
      }
      if (account) await inCallersWords(keepAccount(open, accountName, account));
      if (account || !isMoved) await change(account && accountName);
    });
    return recorded(deps, open, content.name);
  });
}

/**
 * Deletes a catalog with its account. The next pull removes the catalog's templates. Applications that were installed
 * from the catalog stay.
 */
export async function deleteCatalog(deps: AppDeps, caller: Caller, uuidText: string): Promise<void> {
  const global = await findGlobalCatalog(deps, caller, uuidText);
  if (global) return deleteGlobalCatalog(deps, caller, global);
  const open = await openContent(deps, caller, CATALOGS, uuidText);
  const { content, cluster, rancher } = open;
  await withTimeout(WRITE_MS, async () => {
    await recordedChange(deps, open, { eventType: 'cluster_content_deleted', title: CATALOGS.model, content }, () =>
      inCallersWords(rancher.deleteObject(cluster.backendId, addressOf(content))),
    );
    await rancher.deleteObject(cluster.backendId, accountAddress(accountNameOf(content.name)));
    await recordContent(deps, open, { type: TYPE, backendId: content.backendId });
  });
}

/** Makes Rancher download the catalog's index again (S0-071). */
export async function refreshCatalog(deps: AppDeps, caller: Caller, uuidText: string): Promise<void> {
  const global = await findGlobalCatalog(deps, caller, uuidText);
  if (global) return refreshGlobalCatalog(deps, caller, global);
  const open = await openContent(deps, caller, CATALOGS, uuidText);
  const { content, cluster, rancher } = open;
  await withTimeout(WRITE_MS, () =>
    inCallersWords(rancher.patchObject(cluster.backendId, addressOf(content), refreshChange(deps.clock.now()))),
  );
}
