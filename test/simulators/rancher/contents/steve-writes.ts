import type { FastifyRequest } from 'fastify';
import type { ApiResource } from '../../kubernetes/api-resource.ts';
import type { KubernetesContext } from '../../kubernetes/kubernetes-context.ts';
import { givenObject } from '../../kubernetes/objects/given-object.ts';
import type { KubernetesObject } from '../../kubernetes/objects/kubernetes-objects.ts';
import { objectView } from '../../kubernetes/objects/managed-fields.ts';
import { type Place, placeOf } from '../../kubernetes/objects/object-place.ts';
import { objectStore } from '../../kubernetes/objects/object-store.ts';
import { patchObject } from '../../kubernetes/objects/patch-object.ts';

type Written = KubernetesObject | Promise<KubernetesObject>;
/**
 * Steve's writes to a cluster. They have the same effect as writes through the cluster's Kubernetes API. Each `body` is
 * what the client has sent.
 */
export interface SteveWrites {
  create(resource: ApiResource, namespace: string, body: unknown): Written;
  replace(place: Place, body: unknown): Written;
  patch(place: Place, request: FastifyRequest): Written;
  /** Deletes an object and returns it. An object with a `deletionTimestamp` still exists. */
  remove(place: Place): Written;
}

const BY_STEVE = { manager: 'Update rancher', dryRun: false };
const DROPPING = { strict: false };

export function steveWrites(context: KubernetesContext): SteveWrites {
  const store = objectStore(context);
  const view = (resource: ApiResource, object: KubernetesObject) =>
    objectView(object, store.ownersOf(placeOf(resource, object)));
  return {
    create: (resource, namespace, body) =>
      view(resource, store.create(resource, namespace, givenObject(resource, body, DROPPING), BY_STEVE)),
    replace: (place, body) =>
      view(place.resource, store.replace(place, givenObject(place.resource, body, DROPPING), BY_STEVE)),
    patch: (place, request) =>
      view(place.resource, patchObject(store, { place, request, writing: BY_STEVE, ...DROPPING }).object),
    remove: (place) => view(place.resource, store.remove(place, {}, BY_STEVE)),
  };
}
