export { type KubernetesObject, kubernetesObject } from '../clusters/manifests/manifest-documents.ts';

import { z } from 'zod';
import type { KubernetesObject } from '../clusters/manifests/manifest-documents.ts';
import type { ClusterContent } from './cluster-content.ts';
import { type ContentType, contentTypeOf } from './content-type.ts';

/** A kind of object, as in URLs of a Kubernetes API server: `apps/v1`, `deployments`. */
export type ApiResource = { apiVersion: string; plural: string };
/** The collection of all objects of one kind. `namespace` is absent for kinds without namespaces. */
export type ObjectCollection = ApiResource & { namespace?: string };
export type ObjectAddress = ObjectCollection & { name: string };

/** A kind of object, as the Kubernetes API server lists it for an API version. */
export type ApiKind = { kind: string; plural: string; isNamespaced: boolean };

const keys = z.record(z.string(), z.unknown()).nullish().catch(undefined);
const metadataKeys = z.object({ labels: keys, annotations: keys });
/** The labels and annotations of an object. */
export const keysOf = ({ metadata }: KubernetesObject): z.infer<typeof metadataKeys> => metadataKeys.parse(metadata);

type KubernetesKind = ApiResource & { kind: string };

const KINDS: Readonly<Record<ContentType, KubernetesKind>> = {
  namespace: { apiVersion: 'v1', plural: 'namespaces', kind: 'Namespace' },
  'apps.deployment': { apiVersion: 'apps/v1', plural: 'deployments', kind: 'Deployment' },
  'apps.daemonset': { apiVersion: 'apps/v1', plural: 'daemonsets', kind: 'DaemonSet' },
  'apps.statefulset': { apiVersion: 'apps/v1', plural: 'statefulsets', kind: 'StatefulSet' },
  'batch.cronjob': { apiVersion: 'batch/v1', plural: 'cronjobs', kind: 'CronJob' },
  service: { apiVersion: 'v1', plural: 'services', kind: 'Service' },
  'networking.k8s.io.ingress': { apiVersion: 'networking.k8s.io/v1', plural: 'ingresses', kind: 'Ingress' },
  'autoscaling.horizontalpodautoscaler': {
    apiVersion: 'autoscaling/v2',
    plural: 'horizontalpodautoscalers',
    kind: 'HorizontalPodAutoscaler',
  },
  'catalog.cattle.io.app': { apiVersion: 'catalog.cattle.io/v1', plural: 'apps', kind: 'App' },
  'catalog.cattle.io.clusterrepo': { apiVersion: 'catalog.cattle.io/v1', plural: 'clusterrepos', kind: 'ClusterRepo' },
};

export const kindOf = (content: Pick<ClusterContent, 'type'>): KubernetesKind => KINDS[contentTypeOf(content)];

export function addressOf(content: Pick<ClusterContent, 'type' | 'name' | 'namespaceName'>): ObjectAddress {
  const { apiVersion, plural } = kindOf(content);
  const { name, namespaceName: namespace } = content;
  return { apiVersion, plural, name, ...(namespace !== '' && { namespace }) };
}

export function collectionOf(type: ContentType, namespace?: string): ObjectCollection {
  const { apiVersion, plural } = KINDS[type];
  return { apiVersion, plural, ...(namespace !== undefined && { namespace }) };
}
