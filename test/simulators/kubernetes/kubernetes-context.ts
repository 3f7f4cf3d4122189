import type { FastifyRequest } from 'fastify';
import type { SimClock } from '../_kit/sim-clock.ts';
import type { ApiResource } from './api-resource.ts';
import type { FieldOwners } from './objects/field-owners.ts';
import type { KubernetesObject, ObjectMeta } from './objects/kubernetes-objects.ts';

/** What a caller wants to do, in the terms of an access decision. */
export interface ResourceAttributes {
  verb: string;
  resource: string;
  group?: string | undefined;
  namespace?: string | undefined;
  name?: string | undefined;
}

export interface KubernetesUser {
  name: string;
  groups?: readonly string[];
  extra?: Readonly<Record<string, readonly string[]>>;
  allows(asked: ResourceAttributes): boolean;
}

/** The store for a cluster's objects. `id` is `<namespace>/<name>`, or only the name if the object has no namespace. */
export interface ObjectShelf {
  get(resource: ApiResource, id: string): KubernetesObject | undefined;
  set(resource: ApiResource, id: string, object: KubernetesObject): void;
  delete(resource: ApiResource, id: string): void;
  list(resource: ApiResource): KubernetesObject[];
}

export interface ObjectEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  resource: ApiResource;
  object: KubernetesObject;
}

/** An object as it would be after a write, which admission may still refuse. */
export type Admitted = {
  resource: ApiResource;
  namespace: string;
  name: string;
  metadata: Pick<ObjectMeta, 'labels' | 'annotations'>;
  body: Record<string, unknown>;
  old: KubernetesObject | undefined;
};
/**
 * Calls the admission webhooks of a cluster.
 * @throws KubernetesError for a write that a webhook denies
 */
export type Admission = (admitted: Admitted, shelf: ObjectShelf) => void;

/** One cluster's API server. */
export interface KubernetesContext {
  resources: readonly ApiResource[];
  /** API groups that have been added to the real cluster, but are not simulated. */
  unplayedGroups?: readonly string[];
  shelf: ObjectShelf;
  /** The managers that own an object's fields, by the object's resource and id. */
  owners: Map<string, FieldOwners>;
  clock: SimClock;
  /** Counts every change of any object. */
  revision: { current(): number; next(): string };
  gitVersion(): string;
  /** Undefined for an unknown caller. */
  userOf(request: FastifyRequest): KubernetesUser | undefined;
  /** Callbacks of watches and controllers. Each callback gets every change after the change was made. */
  listeners: Set<(event: ObjectEvent) => void>;
  /** The latest changes that the listeners got. */
  history: {
    /** The events after a resource version. Undefined if the version is too old. */
    since(version: number): ObjectEvent[] | undefined;
    forget(): void;
  };
  admit?: Admission;
  /** Whether a garbage collector deletes the dependents of deleted objects. */
  collectsGarbage?: boolean;
  /** The times from a namespace's DELETE until its contents are removed, and until the namespace itself is removed. */
  namespaceRemoval(): { contents: number; gone: number };
}

export const timestamp = (clock: SimClock): string => new Date(clock.now()).toISOString().replace(/\.\d+/, '');

export function memoryShelf(): ObjectShelf & { clear(): void } {
  const kinds = new Map<ApiResource, Map<string, KubernetesObject>>();
  const of = (resource: ApiResource) => kinds.get(resource) ?? new Map<string, KubernetesObject>();
  return {
    get: (resource, id) => of(resource).get(id),
    set: (resource, id, object) => void kinds.set(resource, of(resource).set(id, object)),
    delete: (resource, id) => void of(resource).delete(id),
    list: (resource) => [...of(resource).values()],
    clear: () => kinds.clear(),
  };
}
