import type { ApiResource } from '../api-resource.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';

/** The resource, namespace and name of an object. The object need not exist yet. */
export interface Place {
  resource: ApiResource;
  /** '' for an object without a namespace. */
  namespace: string;
  name: string;
}

export const placeOf = (resource: ApiResource, { metadata }: KubernetesObject): Place => ({
  ...{ resource, namespace: metadata.namespace ?? '', name: metadata.name },
});
