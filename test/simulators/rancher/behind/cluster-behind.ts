import { z } from 'zod';
import { type ApiResource, groupVersion } from '../../kubernetes/api-resource.ts';
import type { ObjectEvent, ObjectShelf } from '../../kubernetes/kubernetes-context.ts';
import type { KubernetesObject } from '../../kubernetes/objects/kubernetes-objects.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { contentShelf } from '../contents/content-shelf.ts';
import type { Contents } from '../contents/contents.ts';
import { type KubernetesAddress, type KubernetesServer, kubernetesServer } from './kubernetes-server.ts';
import { pathOf, REAL_KINDS } from './played-kinds.ts';
import { writeThrough } from './write-through.ts';

const item = z.looseObject({
  metadata: z
    .looseObject({
      ...{ name: z.string(), namespace: z.string().optional(), uid: z.string() },
      ...{ resourceVersion: z.string(), creationTimestamp: z.string() },
      ...{
        labels: z.record(z.string(), z.string()).optional(),
        annotations: z.record(z.string(), z.string()).optional(),
      },
    })
    .transform(({ managedFields: _managedFields, ...meta }) => meta),
});
const list = z.object({ items: z.array(item) });
type Item = z.infer<typeof item>;
type Deps = { contents: Contents; store: RancherStore };
export type ClusterBehind = ReturnType<typeof clusterBehind>;

const asObject = (resource: ApiResource, { metadata, ...body }: Item): KubernetesObject => ({
  ...{ apiVersion: groupVersion(resource), kind: resource.kind },
  metadata: metadata as KubernetesObject['metadata'],
  ...body,
});
const idOf = ({ metadata: { namespace, name } }: Pick<KubernetesObject, 'metadata'>): string =>
  namespace === undefined ? name : `${namespace}/${name}`;

/** The real object, with the labels and annotations that Rancher has added. */
const markedAs = (
  { metadata: { labels, annotations } }: KubernetesObject,
  found: KubernetesObject,
): KubernetesObject => ({
  ...found,
  metadata: {
    ...found.metadata,
    labels: { ...found.metadata.labels, ...labels },
    annotations: { ...found.metadata.annotations, ...annotations },
  },
});

type Reading = {
  server: KubernetesServer;
  shelf: ObjectShelf;
  writes: ReturnType<typeof writeThrough>;
  lastRead: Map<string, KubernetesObject>;
  emit(event: ObjectEvent): void;
};

function adopt({ shelf, lastRead, emit }: Reading, resource: ApiResource, found: readonly KubernetesObject[]): void {
  const before = new Map(shelf.list(resource).map((it) => [idOf(it), it]));
  for (const object of found) {
    const [id, { uid, resourceVersion }] = [idOf(object), object.metadata];
    const old = before.get(id);
    before.delete(id);
    lastRead.set(uid, object);
    if (old?.metadata.uid === uid && old.metadata.resourceVersion === resourceVersion) continue;
    shelf.set(resource, id, object);
    emit({ type: old ? 'MODIFIED' : 'ADDED', resource, object });
  }
  for (const [id, object] of before) {
    shelf.delete(resource, id);
    emit({ type: 'DELETED', resource, object });
  }
}

async function readKind({ server }: Pick<Reading, 'server'>, resource: ApiResource): Promise<KubernetesObject[]> {
  const { status, body } = await server.ask({ method: 'GET', path: pathOf(resource) });
  if (status !== 200) throw new Error(`The real cluster answered ${status} to a list of ${resource.name}`);
  return list.parse(body).items.map((it) => asObject(resource, it));
}

async function readAll(reading: Reading): Promise<void> {
  const { writes } = reading;
  for (;;) {
    await writes.settled();
    const before = writes.count();
    const lists = await Promise.all(REAL_KINDS.map((resource) => readKind(reading, resource)));
    if (writes.count() !== before) continue; // controllers have written meanwhile, so the lists may be too old
    for (const [index, resource] of REAL_KINDS.entries()) adopt(reading, resource, lists[index] ?? []);
    return;
  }
}

/**
 * Runs the work for all callers, one run at a time, so that an older result never replaces a newer one. All callers
 * during a run share the next run.
 */
function inRounds(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= last
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        last = work();
        return last;
      });
    return next;
  };
}

/** Writes into the real cluster what Rancher writes into every cluster that it manages. */
async function fill({ server, shelf, writes, lastRead }: Reading): Promise<void> {
  for (const resource of REAL_KINDS) {
    const there = new Map((await readKind({ server }, resource)).map((it) => [idOf(it), it]));
    for (const object of shelf.list(resource)) {
      const found = there.get(idOf(object));
      if (found) lastRead.set(found.metadata.uid, found);
      if (found) writes.heard({ type: 'MODIFIED', resource, object: markedAs(object, found) });
      else writes.heard({ type: 'ADDED', resource, object });
    }
  }
}

/**
 * A cluster with a real Kubernetes API. Steve and norman answer from a cache, as in a real Rancher. The cache is
 * refreshed before each answer, so that a client reads its own writes. Writes of Rancher's controllers go to the real
 * server.
 */
export function clusterBehind({ contents, store }: Deps, clusterId: string, address: KubernetesAddress) {
  const server = kubernetesServer(address);
  const { listeners } = contents.inside(clusterId);
  const lastRead = new Map<string, KubernetesObject>();
  const writes = writeThrough(server, lastRead);
  let isReading = false;
  const heard = (event: ObjectEvent): void => {
    if (!isReading) writes.heard(event);
  };
  const reading: Reading = {
    ...{ server, writes, lastRead, shelf: contentShelf(store.contents, clusterId) },
    emit(event) {
      isReading = true; // objects that were just read are not written back
      for (const listener of [...listeners]) listener(event);
      isReading = false;
    },
  };
  const refresh = inRounds(() => readAll(reading));
  return {
    ...{ url: address.url, server, refresh, settled: writes.settled },
    async open(): Promise<void> {
      listeners.add(heard);
      await fill(reading);
      await refresh();
    },
    close(): Promise<void> {
      listeners.delete(heard);
      return server.close();
    },
  };
}

/** The clusters that have a real Kubernetes API, by id. */
export function clustersBehind(deps: Deps) {
  const clusters = new Map<string, ClusterBehind>();
  return {
    find: (clusterId: string): ClusterBehind | undefined => clusters.get(clusterId),
    async open(clusterId: string, address: KubernetesAddress): Promise<void> {
      // An API server belongs to one cluster. If another cluster used this server, that cluster is disconnected, and is
      // simulated again.
      for (const [id, { url, close }] of clusters) {
        if (id !== clusterId && url !== address.url) continue;
        clusters.delete(id);
        await close();
      }
      const made = clusterBehind(deps, clusterId, address);
      clusters.set(clusterId, made);
      await made.open();
    },
    forget(): void {
      for (const cluster of clusters.values()) void cluster.close();
      clusters.clear();
    },
  };
}
export type ClustersBehind = ReturnType<typeof clustersBehind>;
