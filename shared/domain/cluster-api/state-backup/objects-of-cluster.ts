import type { Uuid } from '../../_core/identifier.ts';
import { CLUSTER_LABEL } from '../../planning/naming.ts';
import { KINDS, OF_CLUSTER } from '../kubernetes-object.ts';
import type { WholeObject } from './whole-object.ts';

/** Label of objects that `clusterctl move` moves even if no cluster owns them. */
const MOVED = 'clusterctl.cluster.x-k8s.io/move';

type Named = { uuid: Uuid; capiName: string };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Names of the templates in the `ref` fields of a ClusterClass, as `<kind>/<name>`. */
function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  const { ref } = value;
  const own = isObject(ref) ? [`${ref.kind}/${ref.name}`] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

const classNameOf = ({ spec }: WholeObject): unknown =>
  isObject(spec) && isObject(spec.topology) ? spec.topology.class : undefined;

/** The ClusterClass of the cluster, and its templates. They have no label of the cluster, because clusters share them. */
function sharedObjects(objects: readonly WholeObject[], cluster: WholeObject): WholeObject[] {
  const wanted = classNameOf(cluster);
  const ofClass = objects.filter(({ kind, metadata }) => kind === KINDS.clusterClass.kind && metadata.name === wanted);
  const templates = new Set(ofClass.flatMap(({ spec }) => referencesIn(spec)));
  return [...ofClass, ...objects.filter(({ kind, metadata }) => templates.has(`${kind}/${metadata.name}`))];
}

/**
 * Selects the objects that `clusterctl move` would move with this cluster: the Cluster, all objects that it owns
 * directly or indirectly, all objects with its label, its ClusterClass with templates, and objects with the label
 * `MOVED`. Objects of other clusters are left out. Empty if there is no such Cluster, or if the Cluster does not belong
 * to Paddock.
 */
export function objectsOfCluster(objects: readonly WholeObject[], { uuid, capiName }: Named): WholeObject[] {
  const isCluster = ({ kind, metadata }: WholeObject) =>
    kind === KINDS.cluster.kind && metadata.name === capiName && metadata.labels?.[CLUSTER_LABEL] === uuid;
  const cluster = objects.find(isCluster);
  if (!cluster) return [];
  const ofOthers = ({ kind, metadata: { labels = {}, name } }: WholeObject) =>
    (labels[OF_CLUSTER] ?? capiName) !== capiName ||
    (labels[CLUSTER_LABEL] ?? uuid) !== uuid ||
    (kind === KINDS.cluster.kind && name !== capiName);
  const own = objects.filter((object) => !ofOthers(object));
  const isLabelled = ({ metadata: { labels = {} } }: WholeObject) =>
    labels[OF_CLUSTER] === capiName || labels[CLUSTER_LABEL] === uuid || MOVED in labels;
  const taken = new Set([...sharedObjects(own, cluster), ...own.filter(isLabelled), cluster]);
  return [...ownedBy(own, taken)];
}

/** The given objects, and all objects that they own directly or indirectly. */
function ownedBy(objects: readonly WholeObject[], taken: ReadonlySet<WholeObject>): ReadonlySet<WholeObject> {
  const uids = new Set([...taken].map(({ metadata }) => metadata.uid));
  const owned = objects.filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uids.has(uid)));
  const all = new Set([...taken, ...owned]);
  return all.size === taken.size ? all : ownedBy(objects, all);
}
