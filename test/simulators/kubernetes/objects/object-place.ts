import type { ApiResource } from '../api-resource.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';

/** Where an object is, or would be. */
export interface Place {
  resource: ApiResource;
  /** '' for an object without a namespace. */
  namespace: string;
  name: string;
}

export const placeOf = (resource: ApiResource, { metadata }: KubernetesObject): Place => ({
  ...{ resource, namespace: metadata.namespace ?? '', name: metadata.name },
});
