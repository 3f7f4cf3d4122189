import { z } from 'zod';
import { COPIED_KINDS } from '#shared/domain/cluster-api/state-backup/whole-object';
import type { KubernetesClient } from '#test/contracts/cluster-api/kubernetes-client';

const resources = z.object({ resources: z.array(z.object({ name: z.string(), kind: z.string() })) });
const object = z.object({
  metadata: z.object({ name: z.string(), uid: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
});
export type Place = { client: KubernetesClient; namespace: string };
type Found = { path: string; kind: string; name: string; uid: string };

const CLUSTERS = 'cluster.x-k8s.io/v1beta1';
const LABELS = ['cluster.x-k8s.io/cluster-name', 'topology.cluster.x-k8s.io/cluster-name'];

/** The API path of a kind. Only the API knows the plural of the kind's name. */
async function pathOf({ client, namespace }: Place, { apiVersion, kind }: { apiVersion: string; kind: string }) {
  const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  const known = resources.parse(await client.must('GET', root)).resources;
  const plural = known.find((one) => one.kind === kind && !one.name.includes('/'))?.name;
  return `${root}/namespaces/${namespace}/${plural}`;
}

/**
 * Cluster API's objects of one cluster, found by their names and labels. Templates that clusters share are not
 * included.
 */
export async function objectsOf(place: Place, capiName: string): Promise<Found[]> {
  const found = [...COPIED_KINDS.all, ...COPIED_KINDS['in-memory']].map(async (one) => {
    const path = await pathOf(place, one);
    const items = await place.client.items(path, object);
    const isOwn = ({ metadata: { name, labels } }: z.infer<typeof object>) =>
      name === capiName || name.startsWith(`${capiName}-`) || LABELS.some((label) => labels[label] === capiName);
    return items
      .filter(isOwn)
      .map(({ metadata: { name, uid } }) => ({ kind: one.kind, name, uid, path: `${path}/${name}` }));
  });
  return (await Promise.all(found)).flat();
}

/**
 * The maximum number of passes. One pass may not be enough, since a controller that was at work when the Cluster was
 * paused may still write.
 */
const PASSES = 20;

/**
 * Deletes all objects of a cluster as if the management cluster were lost: no controller notices, and no machine is
 * deleted. Controllers do not reconcile a paused Cluster, so objects without finalizers just vanish.
 */
export async function loseCluster(place: Place, capiName: string): Promise<void> {
  const { client, namespace } = place;
  const cluster = `/apis/${CLUSTERS}/namespaces/${namespace}/clusters/${capiName}`;
  await client.patch(cluster, { spec: { paused: true } });
  for (let pass = 0; pass < PASSES; pass += 1) {
    const left = await objectsOf(place, capiName);
    if (left.length === 0) return;
    // The Cluster is deleted after all other objects, since they count as paused only while the Cluster exists.
    for (const { path } of left.filter((one) => one.path !== cluster || left.length === 1)) {
      await client.patch(path, { metadata: { finalizers: null } });
      await client.ask('DELETE', path);
    }
  }
}
