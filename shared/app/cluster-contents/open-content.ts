import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { requireClusterOwner } from '#shared/domain/cluster-access/acting-role';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentKind } from '#shared/domain/cluster-contents/content-type';
import { assertMayManage } from '#shared/domain/cluster-contents/managed-guard';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { ActingSessions, Rancher } from '#shared/ports/rancher';
import type { ActingRancher } from '#shared/ports/rancher/acting-rancher';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { actAsCaller } from '../cluster-access/act-as-caller.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

export type ContentDeps = { store: Store; rancher: ActingSessions; clock: Clock; ids: Ids; site: SiteSettings };

/** A collection of objects inside clusters. `model` is the name that "not found" errors use. */
export type ContentCollection = { kind: ContentKind; model: string };

/**
 * A cluster, and a session with its Rancher that has all rights of the provider's key. Only for what no user has a right
 * to (docs/decisions/0111-what-callers-do-in-clusters-is-done-as-them.md).
 */
export type OpenCluster = { cluster: Cluster; rancher: Rancher };
/** A cluster, and a session in which everything is done as the caller. */
export type ActingCluster = { cluster: Cluster; rancher: ActingRancher };
export type OpenContent = ActingCluster & { content: ClusterContent };

/**
 * Finds the recorded object with the uuid in the URL. Throws NotFound if the caller does not see the object, or if the
 * object is of another kind.
 */
export function visibleContent(
  { store }: { store: Pick<Store, 'contents'> },
  caller: Caller,
  { kind, model }: ContentCollection,
  uuidText: string,
): Promise<ClusterContent> {
  const isSeen = seenBy(caller);
  return getVisible(store.contents, model, uuidText, (found) => found.kind === kind && isSeen(found));
}

/**
 * Opens a session with the cluster's Rancher, in which everything is done as the caller. Throws Invalid if the cluster
 * was never created in Rancher, and NotAllowed if the caller has no role in it.
 */
export async function openAsCaller(
  deps: ContentDeps,
  caller: Caller,
  cluster: Cluster,
  kind?: ContentKind,
): Promise<ActingCluster> {
  assertInRancher(cluster);
  // Rancher gives rights in a new or moved namespace only after a moment.
  return { cluster, rancher: await actAsCaller(deps, caller, cluster, { isPatient: kind === 'NAMESPACE' }) };
}

/** Opens a session with the cluster's Rancher. Throws Invalid if the cluster was never created in Rancher. */
export async function openCluster({ store, rancher }: ContentDeps, cluster: Cluster): Promise<OpenCluster> {
  assertInRancher(cluster);
  return { cluster, rancher: await rancher.open(await rancherSettingsOf({ store }, cluster.settingsUuid)) };
}

/**
 * Makes the checks for a write into a cluster. The calling function must already have checked that the user sees the
 * cluster (docs/spec/waldur-http.md#order-of-checks).
 */
export function assertWritable(
  { site }: Pick<ContentDeps, 'site'>,
  caller: Caller,
  cluster: Cluster,
  { kind, action }: { kind: ContentKind; action: 'content.create' | 'content.update' },
): void {
  if (kind === 'CATALOG') {
    requireClusterOwner(caller, cluster);
    assertPermitted(caller, action === 'content.create' ? 'catalog.create' : 'catalog.update', cluster);
  }
  assertPermitted(caller, action, cluster);
  assertMayManage(caller, kind, cluster);
  assertState(cluster, ['OK']);
  assertNotReadOnly(site);
}

/**
 * Finds an object inside a cluster, in order to change it. Throws the errors 404, 403, 400, 409 and 405, in this order.
 */
export async function writableContent(
  deps: Pick<ContentDeps, 'store' | 'site'>,
  caller: Caller,
  collection: ContentCollection,
  uuidText: string,
): Promise<{ content: ClusterContent; cluster: Cluster }> {
  const content = await visibleContent(deps, caller, collection, uuidText);
  const cluster = await deps.store.clusters.get(content.clusterUuid);
  assertWritable(deps, caller, cluster, { kind: content.kind, action: 'content.update' });
  return { content, cluster };
}

/** Finds an object inside a cluster, and opens a session in which the object is changed as the caller. */
export async function openContent(
  deps: ContentDeps,
  caller: Caller,
  collection: ContentCollection,
  uuidText: string,
): Promise<OpenContent> {
  const { content, cluster } = await writableContent(deps, caller, collection, uuidText);
  return { content, ...(await openAsCaller(deps, caller, cluster, content.kind)) };
}
