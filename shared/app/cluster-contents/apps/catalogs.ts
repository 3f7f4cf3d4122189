import type { Uuid } from '#shared/domain/_core/identifier';
import {
  ACCOUNTS_NAMESPACE,
  accountNameOf,
  accountObject,
  type CatalogAccount,
  type CatalogFields,
  catalogChange,
  catalogObjectName,
  newCatalogObject,
  refreshChange,
} from '#shared/domain/cluster-contents/apps/catalog-object';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { catalogFacts } from '#shared/domain/cluster-contents/content-facts';
import { addressOf } from '#shared/domain/cluster-contents/kubernetes-object';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { BackendContractBroken, noObject } from '#shared/errors';
import type { Ids } from '#shared/ports/runtime';
import { withTimeout } from '../../_core/with-timeout.ts';
import { inCallersWords } from '../kubernetes-words.ts';
import { assertWritable, type ContentDeps, type OpenCluster, openCluster, openContent } from '../open-content.ts';
import { recordContent } from '../record-content.ts';
import { recordedChange } from '../recorded-change.ts';

export type NewCatalog = CatalogFields & { scopeUuid: Uuid; account: CatalogAccount | undefined };
export type CatalogPatch = Partial<CatalogFields> & { account?: CatalogAccount | undefined };

const CATALOGS = { kind: 'CATALOG', model: 'Catalog' } as const;
const TYPE = 'catalog.cattle.io.clusterrepo';
const REPOSITORIES = { apiVersion: 'catalog.cattle.io/v1', plural: 'clusterrepos' };
const ACCOUNTS = { apiVersion: 'v1', plural: 'secrets', namespace: ACCOUNTS_NAMESPACE };
const WRITE_MS = 10_000;

/** Finds the cluster that the scope names, directly or by one of its projects in Rancher. */
async function scopeOf({ store }: ContentDeps, caller: Caller, uuid: Uuid) {
  const project = await store.rancherProjects.findByUuid(uuid);
  const cluster = await store.clusters.find(project?.clusterUuid ?? uuid);
  if (!cluster || !canSee(caller, cluster)) throw noObject('scope');
  return { cluster, projectId: project?.backendId ?? '' };
}

/** Writes a catalog's account as a Secret into the cluster of the catalog. Paddock stores it nowhere else. */
async function keepAccount({ cluster, rancher }: OpenCluster, name: string, account: CatalogAccount): Promise<void> {
  const at = { ...ACCOUNTS, name: accountNameOf(name) };
  await rancher.applyObject(cluster.backendId, at, accountObject(name, account), { force: true });
}

/** Records the catalog in the same form as the next pull will, and returns the record. */
async function recorded(deps: ContentDeps, open: OpenCluster, backendId: string): Promise<ClusterContent> {
  const record = await recordContent(deps, open, { type: TYPE, backendId });
  if (!record)
    throw new BackendContractBroken(`Rancher does not show the catalog ${backendId} that it has just taken.`);
  return record;
}

const named = (name: string, uuid = '') => ({ uuid, name, namespaceName: '' });

/**
 * Creates a catalog for a cluster, or for one project of a cluster in Rancher (S0-070). Rancher then downloads the
 * catalog's index. Throws Invalid, NotAllowed, Conflict, ReadOnlyMode, Backend*.
 */
export async function createCatalog(
  deps: ContentDeps & { ids: Ids },
  caller: Caller,
  wanted: NewCatalog,
): Promise<ClusterContent> {
  const { scopeUuid, account, ...fields } = wanted;
  const { cluster, projectId } = await scopeOf(deps, caller, scopeUuid);
  assertWritable(deps, caller, cluster, { kind: 'CATALOG', action: 'content.create' });
  const open = await openCluster(deps, cluster);
  const objectName = catalogObjectName(fields.name, deps.ids.uuid());
  const object = newCatalogObject(fields, { objectName, projectId, hasAccount: account !== undefined });
  const content = named(fields.name, cluster.uuid);
  return withTimeout(WRITE_MS, async () => {
    if (account) await inCallersWords(keepAccount(open, objectName, account));
    await recordedChange(deps, open, { eventType: 'cluster_content_created', title: CATALOGS.model, content }, () =>
      inCallersWords(open.rancher.createObject(cluster.backendId, REPOSITORIES, object)),
    );
    return recorded(deps, open, objectName);
  });
}

/**
 * Changes a catalog. Fields that the caller does not give keep their values, and so does the account.
 * @param readPatch reads the body; it is called after the checks of permission and state
 */
export async function changeCatalog(
  deps: ContentDeps,
  caller: Caller,
  uuidText: string,
  readPatch: () => CatalogPatch,
): Promise<ClusterContent> {
  const open = await openContent(deps, caller, CATALOGS, uuidText);
  const { account, ...patch } = readPatch();
  const { content, cluster, rancher } = open;
  const { url, branch, title } = catalogFacts.parse(content.facts);
  const before = { name: title || content.name, description: content.description, url, branch };
  const change = catalogChange({ ...before, ...patch }, content.name, account !== undefined);
  return withTimeout(WRITE_MS, async () => {
    if (account) await inCallersWords(keepAccount(open, content.name, account));
    await recordedChange(deps, open, { eventType: 'cluster_content_updated', title: CATALOGS.model, content }, () =>
      inCallersWords(rancher.patchObject(cluster.backendId, addressOf(content), change)),
    );
    return recorded(deps, open, content.name);
  });
}

/**
 * Deletes a catalog with its account. The next pull removes the catalog's templates. Applications that were installed
 * from the catalog stay.
 */
export async function deleteCatalog(deps: ContentDeps, caller: Caller, uuidText: string): Promise<void> {
  const open = await openContent(deps, caller, CATALOGS, uuidText);
  const { content, cluster, rancher } = open;
  await withTimeout(WRITE_MS, async () => {
    await recordedChange(deps, open, { eventType: 'cluster_content_deleted', title: CATALOGS.model, content }, () =>
      inCallersWords(rancher.deleteObject(cluster.backendId, addressOf(content))),
    );
    await rancher.deleteObject(cluster.backendId, { ...ACCOUNTS, name: accountNameOf(content.name) });
    await recordContent(deps, open, { type: TYPE, backendId: content.backendId });
  });
}

/** Makes Rancher download the catalog's index again (S0-071). */
export async function refreshCatalog(deps: ContentDeps, caller: Caller, uuidText: string): Promise<void> {
  const open = await openContent(deps, caller, CATALOGS, uuidText);
  const { content, cluster, rancher } = open;
  await withTimeout(WRITE_MS, () =>
    inCallersWords(rancher.patchObject(cluster.backendId, addressOf(content), refreshChange(deps.clock.now()))),
  );
}
