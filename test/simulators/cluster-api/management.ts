import { isDeepStrictEqual } from 'node:util';
import type { SimClock } from '../_kit/sim-clock.ts';
import { type ApiResource, findKind } from '../kubernetes/api-resource.ts';
import type { KubernetesContext } from '../kubernetes/kubernetes-context.ts';
import { bodyOf, fieldAt, isRecord, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { placeOf } from '../kubernetes/objects/object-place.ts';
import { objectStore } from '../kubernetes/objects/object-store.ts';
import { CLUSTER_NAME } from './kinds.ts';

/**
 * Delays in milliseconds. `pace` multiplies all other delays. The values were measured with real managers on a small
 * machine.
 */
export const clusterApiDelays = {
  pace: 1,
  /** The time from a change until the managers see the change. */
  sync: 200,
  infrastructure: 500,
  /** The time until the certificates and the kubeconfig of a cluster are made. */
  secrets: 1000,
  bootstrapData: 500,
  /**
   * Default delays of a machine. `serverUp`: from its bootstrap data to a running server. `nodeUp`: from the running
   * server to a node.
   */
  serverUp: 10_000,
  nodeUp: 4_000,
  /** The time until the managers connect to a new cluster's API. They try this only every 30 s. */
  connection: 13_000,
  serverDown: 700,
  infrastructureDown: 1000,
  /**
   * `cloudPoll`: the time until the OpenStack provider repeats work that waits until a resource in the cloud is ready
   * or gone. `cloudRetry`: the time until the provider repeats work that failed.
   */
  cloudPoll: 10_000,
  cloudRetry: 5_000,
};
export type ClusterApiDelays = typeof clusterApiDelays;
export type Labels = Record<string, string>;
export type NewObject = {
  name: string;
  namespace: string;
  labels?: Labels;
  annotations?: Labels;
  finalizers?: string[];
  /** The owner of the new object. The object is deleted with its owner. */
  owner?: KubernetesObject | undefined;
  body: Record<string, unknown>;
};

const MANAGER = { manager: 'Update manager', dryRun: false };

export const ownerReference = ({ apiVersion, kind, metadata: { name, uid } }: KubernetesObject) => ({
  ...{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true },
});
export const referenceTo = ({ apiVersion, kind, metadata: { name, namespace } }: KubernetesObject) => ({
  ...{ apiVersion, kind, name, namespace },
});
export const ownersOf = ({ metadata }: KubernetesObject): string[] =>
  (metadata.ownerReferences ?? []).flatMap((one) => (isRecord(one) && typeof one.uid === 'string' ? [one.uid] : []));
export const isOwnedBy = (object: KubernetesObject, owner: KubernetesObject): boolean =>
  ownersOf(object).includes(owner.metadata.uid);
export const isLeaving = ({ metadata }: KubernetesObject): boolean => metadata.deletionTimestamp !== undefined;
export const textAt = (object: unknown, path: string): string | undefined => {
  const found = fieldAt(object, path);
  return typeof found === 'string' ? found : undefined;
};
export const recordAt = (object: unknown, path: string): Record<string, unknown> => {
  const found = fieldAt(object, path);
  return isRecord(found) ? found : {};
};
export const numberAt = (object: unknown, path: string, otherwise: number): number => {
  const found = fieldAt(object, path);
  return typeof found === 'number' ? found : otherwise;
};
export const listAt = (object: unknown, path: string): unknown[] => {
  const found = fieldAt(object, path);
  return Array.isArray(found) ? found : [];
};
/** A copy without undefined fields, since JSON leaves them out. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

export interface Management {
  context: KubernetesContext;
  clock: SimClock;
  delays: ClusterApiDelays;
  /** Whether an object has reached a stage. The first call for a stage starts its delay of `ms`. */
  isReached(object: KubernetesObject, stage: string, ms: number): boolean;
  list(resource: ApiResource, namespace: string, labels?: Labels): KubernetesObject[];
  /** Everything of a kind that belongs to a cluster. */
  ofCluster(resource: ApiResource, cluster: KubernetesObject): KubernetesObject[];
  find(resource: ApiResource, namespace: string, name: string): KubernetesObject | undefined;
  /** The object that a reference names. Undefined if there is no such kind, or no such object. */
  follow(reference: unknown, namespace: string): KubernetesObject | undefined;
  create(resource: ApiResource, wanted: NewObject): KubernetesObject;
  /** Merges fields into an object. An object that stays equal is not written. */
  update(object: KubernetesObject, change: Partial<Record<'spec' | 'metadata', object>>): KubernetesObject;
  setStatus(object: KubernetesObject, status: Record<string, unknown>): void;
  /** Deletes an object. The object stays until its finalizers are gone. */
  remove(object: KubernetesObject): void;
  release(object: KubernetesObject): void;
  resourceOf(object: Pick<KubernetesObject, 'apiVersion' | 'kind'>): ApiResource | undefined;
}

type Reads = Pick<Management, 'list' | 'find' | 'ofCluster' | 'follow' | 'resourceOf'>;
type Writes = Pick<Management, 'create' | 'update' | 'setStatus' | 'remove' | 'release'>;

function readsOf({ resources, shelf }: KubernetesContext): Reads {
  const resourceOf: Management['resourceOf'] = ({ apiVersion, kind }) => findKind(resources, apiVersion, kind);
  const list: Management['list'] = (resource, namespace, labels = {}) =>
    shelf
      .list(resource)
      .filter(({ metadata }) => metadata.namespace === namespace)
      .filter(({ metadata }) => Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value));
  const find: Management['find'] = (resource, namespace, name) => shelf.get(resource, `${namespace}/${name}`);
  return {
    ...{ list, find, resourceOf },
    ofCluster: (resource, { metadata: { namespace = '', name } }) =>
      list(resource, namespace, { [CLUSTER_NAME]: name }),
    follow(reference, namespace) {
      const [apiVersion = '', kind = '', name = ''] = ['apiVersion', 'kind', 'name'].map((at) => textAt(reference, at));
      const resource = resourceOf({ apiVersion, kind });
      return resource && find(resource, namespace, name);
    },
  };
}

function writesOf(context: KubernetesContext, { resourceOf }: Reads): Writes {
  const store = objectStore(context);
  const placed = (object: KubernetesObject) => {
    const resource = resourceOf(object);
    if (!resource) throw new Error(`${object.kind} is not simulated`);
    return placeOf(resource, object);
  };
  return {
    create(resource, { namespace, owner, body, ...metadata }) {
      const ownerReferences = owner ? [ownerReference(owner)] : [];
      const given = { metadata: { ...metadata, ownerReferences }, body: asJson(body) };
      return store.create(resource, namespace, given, MANAGER);
    },
    update(object, change) {
      const place = placed(object);
      const old = store.get(place);
      const body = { ...bodyOf(old), ...(change.spec && { spec: asJson(change.spec) }) };
      const metadata = { ...old.metadata, ...asJson(change.metadata ?? {}) };
      if (isDeepStrictEqual({ body, metadata }, { body: bodyOf(old), metadata: old.metadata })) return old;
      return store.replace(place, { metadata, body }, MANAGER);
    },
    setStatus(object, status) {
      const place = placed(object);
      const old = store.find(place);
      if (old) store.replaceStatus(place, { metadata: old.metadata, body: { status: asJson(status) } }, MANAGER);
    },
    remove(object) {
      const place = placed(object);
      if (store.find(place)) store.remove(place, {}, MANAGER);
    },
    release(object) {
      const place = placed(object);
      const old = store.find(place);
      if (old) store.replace(place, { metadata: { ...old.metadata, finalizers: [] }, body: bodyOf(old) }, MANAGER);
    },
  };
}

/** Functions with which controllers read objects, and write objects under the name of a manager. */
export function management(
  context: KubernetesContext,
  delays: ClusterApiDelays,
  isReached: Management['isReached'],
): Management {
  const reads = readsOf(context);
  return { ...{ context, clock: context.clock, delays, isReached }, ...reads, ...writesOf(context, reads) };
}
