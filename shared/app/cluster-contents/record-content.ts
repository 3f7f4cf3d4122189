import { changed } from '#shared/domain/_core/record';
import { type ClusterContent, contentUuid, diffContents } from '#shared/domain/cluster-contents/cluster-content';
import {
  ALL_CONTENT_TYPES,
  CONTENT_TYPES,
  type ContentType,
  isInNamespace,
} from '#shared/domain/cluster-contents/content-type';
import { withoutListed } from '#shared/domain/cluster-contents/contents-sync-state';
import {
  type Inside,
  placeContents,
  withNamespaces,
  withTargets,
} from '#shared/domain/cluster-contents/place-contents';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { RancherContents } from '#shared/ports/rancher/contents';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import type { ContentDeps } from './open-content.ts';
import { rememberContents, writeContents } from './write-contents.ts';

/** Identifies an object in a cluster by its type in Rancher's API and its `namespace/name`. */
export type ObjectId = { type: ContentType; backendId: string };

type Recording = { cluster: Cluster; rancher: Pick<RancherContents, 'findContent'> };

async function insideOf({ store }: Pick<ContentDeps, 'store'>, { cluster }: Recording): Promise<Inside> {
  const ref = { settingsUuid: cluster.settingsUuid, clusterUuid: cluster.uuid };
  const [projects, namespaces, workloads] = await Promise.all([
    store.rancherProjects.listByCluster(ref),
    store.contents.listByCluster(cluster.uuid, 'NAMESPACE'),
    store.contents.listByCluster(cluster.uuid, 'WORKLOAD'),
  ]);
  return {
    cluster,
    workloads,
    // The map is empty, because only the sync job of global catalogs writes copies of global catalogs.
    globals: new Map(),
    projects: new Map(projects.map((project) => [project.backendId, project])),
    namespaces: new Map(namespaces.map((namespace) => [namespace.name, namespace])),
  };
}

/**
 * A service finds its workloads by labels. A changed workload may have other labels, so the recorded workloads of
 * services are updated.
 */
async function followServices(deps: Pick<ContentDeps, 'store' | 'clock'>, open: Recording, namespaceName: string) {
  const { store, clock } = deps;
  const inside = await insideOf(deps, open);
  const services = await store.contents.listByCluster(open.cluster.uuid, 'SERVICE');
  const differing = withTargets(
    inside,
    services.filter((service) => service.namespaceName === namespaceName),
  );
  const replace = differing.map((service) => changed(service, clock.now(), {}));
  await writeContents({ store }, open.cluster.uuid, { insert: [], replace, remove: [] }, replace.length);
}

/**
 * Updates records after a change of a namespace. The list of namespaces in each project's record is written now. The
 * next pull writes the project's name into the records of the objects in the namespace. A pull may skip a type of
 * object if Rancher's counts are equal to the stored counts. So the stored counts of all types in namespaces are deleted here, and
 * the next pull lists these types.
 */
async function followNamespaces({ store, clock }: Pick<ContentDeps, 'store' | 'clock'>, { cluster }: Recording) {
  const ref = { settingsUuid: cluster.settingsUuid, clusterUuid: cluster.uuid };
  const projects = await store.rancherProjects.listByCluster(ref);
  const differing = withNamespaces(projects, await store.contents.listByCluster(cluster.uuid, 'NAMESPACE'));
  await commitInChunks(store, differing, (it) => [store.rancherProjects.replace(changed(it, clock.now(), {}))]);
  const memory = await store.contents.recall(cluster.uuid);
  await rememberContents({ store }, cluster.uuid, withoutListed(memory, ALL_CONTENT_TYPES.filter(isInNamespace)));
}

/**
 * Reads one object after a change and records it in the same way as the next pull will. So the next GET shows the
 * change. Returns the record, or undefined if the object was deleted or is in a namespace of Rancher's project System.
 */
export async function recordContent(
  deps: Pick<ContentDeps, 'store' | 'clock'>,
  open: Recording,
  { type, backendId }: ObjectId,
): Promise<ClusterContent | undefined> {
  const { store, clock } = deps;
  const { cluster, rancher } = open;
  return retryOnConflict(async () => {
    // The record is read before the object, so that a newer record is never replaced by an older object.
    const recorded = await store.contents.findInCluster(
      cluster.uuid,
      CONTENT_TYPES[type],
      contentUuid(cluster.uuid, type, backendId),
    );
    const found = await rancher.findContent(cluster.backendId, type, backendId);
    const present = found ? placeContents(await insideOf(deps, open), type, [found]) : [];
    const diff = diffContents(recorded ? [recorded] : [], present, clock.now());
    const written = await writeContents({ store }, cluster.uuid, diff, 1);
    const [item = recorded] = [...diff.insert, ...diff.replace];
    if (written > 0 && CONTENT_TYPES[type] === 'WORKLOAD') {
      await followServices(deps, open, backendId.split('/')[0] ?? '');
    }
    if (written > 0 && type === 'namespace') await followNamespaces(deps, open);
    return present.length === 0 ? undefined : item;
  });
}
