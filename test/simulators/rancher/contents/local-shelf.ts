import { isRecord, type KubernetesObject } from '#test/simulators/kubernetes/objects/kubernetes-objects';
import { groupVersion } from '../../kubernetes/api-resource.ts';
import { NAMESPACES, SECRETS } from '../../kubernetes/core-resources.ts';
import type { ObjectShelf } from '../../kubernetes/kubernetes-context.ts';
import { notSimulated } from '../../kubernetes/kubernetes-error.ts';
import type { ClusterNamespace, ProvisioningCluster, RancherSecret } from '../_core/rancher-objects.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { PROVISIONING_CLUSTERS } from './cluster-resources.ts';
import { contentShelf } from './content-shelf.ts';

type Shelf = Pick<ObjectShelf, 'get' | 'list'> & Partial<ObjectShelf>;
const texts = (given: unknown): Record<string, string> =>
  isRecord(given) ? Object.fromEntries(Object.entries(given).map(([key, text]) => [key, String(text)])) : {};
const filled = <T extends object>(name: string, given: T | undefined) =>
  given && Object.keys(given).length > 0 ? { [name]: given } : {};

/**
 * The contents of Rancher's own cluster. Some kinds come from Rancher's own stores, and all others from the store for
 * the contents of clusters.
 */
export function localShelf(store: RancherStore): ObjectShelf {
  const rest = contentShelf(store.contents, 'local');
  const special = new Map<unknown, Shelf>([
    [SECRETS, secretShelf(store)],
    [PROVISIONING_CLUSTERS, clusterShelf(store)],
    [NAMESPACES, namespaceShelf(store, rest)],
  ]);
  const shelfOf = (resource: unknown): Shelf => special.get(resource) ?? rest;
  return {
    get: (resource, id) => shelfOf(resource).get(resource, id),
    list: (resource) => shelfOf(resource).list(resource),
    set(resource, id, object) {
      const { set } = shelfOf(resource);
      if (!set) throw notSimulated(`writing ${resource.name} by Kubernetes' own API`);
      set(resource, id, object);
    },
    delete(resource, id) {
      const { delete: remove } = shelfOf(resource);
      if (!remove) throw notSimulated(`deleting ${resource.name} by Kubernetes' own API`);
      remove(resource, id);
    },
  };
}

function secretShelf({ secrets }: RancherStore): ObjectShelf {
  return {
    get: (_resource, id) => {
      const found = secrets.get(id);
      return found && secretObject(found);
    },
    list: () => [...secrets.values()].map(secretObject),
    delete: (_resource, id) => void secrets.delete(id),
    set(_resource, id, { metadata, type, data }) {
      const { name, namespace = '', uid, creationTimestamp: createdAt, resourceVersion } = metadata;
      const { labels = {}, annotations = {}, generateName } = metadata;
      const made = {
        ...{ name, generateName, namespace, uid, createdAt, labels, annotations },
        type: String(type),
        data: texts(data),
      };
      secrets.set(id, { ...secrets.get(id), ...made, resourceVersion: Number(resourceVersion) });
    },
  };
}

export function secretObject(secret: RancherSecret): KubernetesObject {
  const { name, namespace, uid, createdAt, resourceVersion, labels, annotations, data, type, generateName } = secret;
  const creationTimestamp = createdAt.replace(/\.\d+/, '');
  return {
    ...{ apiVersion: 'v1', kind: 'Secret' },
    metadata: {
      ...{ name, namespace, uid, resourceVersion: String(resourceVersion), creationTimestamp },
      ...(generateName && { generateName }),
      ...{ ...filled('labels', labels), ...filled('annotations', annotations) },
    },
    ...filled('data', data),
    type,
  };
}

/** Provisioning clusters are read-only here, since they are changed through steve. */
function clusterShelf({ provisioning }: RancherStore): Shelf {
  return {
    get: (_resource, id) => {
      const found = provisioning.get(id);
      return found && clusterObject(found);
    },
    list: () => [...provisioning.values()].map(clusterObject),
  };
}

function clusterObject(cluster: ProvisioningCluster): KubernetesObject {
  const { name, namespace, uid, createdAt, deletedAt, generation, resourceVersion, labels, annotations, spec } =
    cluster;
  const { managementId: clusterName } = cluster;
  return {
    ...{ apiVersion: groupVersion(PROVISIONING_CLUSTERS), kind: 'Cluster' },
    metadata: {
      ...{ name, namespace, uid, generation, resourceVersion: String(resourceVersion), creationTimestamp: createdAt },
      ...{ ...filled('labels', labels), ...filled('annotations', annotations) },
      ...(deletedAt && { deletionTimestamp: deletedAt }),
    },
    ...{ spec, status: clusterName === undefined ? {} : { clusterName } },
  };
}

/** Each v3 cluster has a namespace of the same name. The namespace exists longer than the cluster. */
function namespaceShelf({ clusterNamespaces }: RancherStore, rest: ObjectShelf): ObjectShelf {
  return {
    ...rest,
    get: (resource, id) => {
      const found = clusterNamespaces.get(id);
      return found ? namespaceObject(found) : rest.get(resource, id);
    },
    list: (resource) => [...rest.list(resource), ...[...clusterNamespaces.values()].map(namespaceObject)],
  };
}

function namespaceObject({ name, uid, createdAt, deletedAt, resourceVersion }: ClusterNamespace): KubernetesObject {
  return {
    ...{ apiVersion: 'v1', kind: 'Namespace' },
    metadata: {
      ...{ name, uid, resourceVersion: String(resourceVersion), creationTimestamp: createdAt.replace(/\.\d+/, '') },
      labels: { 'kubernetes.io/metadata.name': name },
      ...(deletedAt && { deletionTimestamp: deletedAt.replace(/\.\d+/, '') }),
    },
    ...{ spec: { finalizers: ['kubernetes'] }, status: { phase: deletedAt ? 'Terminating' : 'Active' } },
  };
}
