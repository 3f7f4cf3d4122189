import type { FastifyRequest } from 'fastify';
import type { SimClock } from '../_kit/sim-clock.ts';
import type { ApiResource } from './api-resource.ts';
import type { FieldOwners } from './objects/field-owners.ts';
import type { KubernetesObject } from './objects/kubernetes-objects.ts';

/** What somebody wants to do, as access is decided. */
export interface ResourceAttributes {
  verb: string;
  resource: string;
  group?: string | undefined;
  namespace?: string | undefined;
  name?: string | undefined;
}

export interface KubernetesUser {
  name: string;
  allows(asked: ResourceAttributes): boolean;
}

/** Where the objects of a cluster are kept; `id` is `<namespace>/<name>`, or the name of what is in no namespace. */
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

/** An object as it would be after a write that somebody else may refuse. */
export type Admitted = {
  resource: ApiResource;
  namespace: string;
  name: string;
  body: Record<string, unknown>;
  old: KubernetesObject | undefined;
};
/** Webhooks of a cluster. @throws KubernetesError for what they deny */
export type Admission = (admitted: Admitted, shelf: ObjectShelf) => void;

/** One cluster's API server. */
export interface KubernetesContext {
  resources: readonly ApiResource[];
  /** Groups of kinds that somebody has added to the real cluster, and that are not simulated. */
  unplayedGroups?: readonly string[];
  shelf: ObjectShelf;
  /** By resource and id, those who hold the fields of an object. */
  owners: Map<string, FieldOwners>;
  clock: SimClock;
  /** Counts every change of any object. */
  revision: { current(): number; next(): string };
  gitVersion(): string;
  /** Who asks; undefined for a stranger. */
  userOf(request: FastifyRequest): KubernetesUser | undefined;
  /** Those who watch, and controllers. They hear of a change after it was made. */
  listeners: Set<(event: ObjectEvent) => void>;
  /** What they have heard of lately. */
  history: {
    /** What has happened after a version; undefined if it is too old to know. */
    since(version: number): ObjectEvent[] | undefined;
    forget(): void;
  };
  admit?: Admission;
  /** Whether somebody deletes what deleted objects own. */
  collectsGarbage?: boolean;
  /** After a namespace's DELETE: until what is in it goes, and until it goes itself. */
  namespaceRemoval(): { contents: number; gone: number };
}

export const timestamp = (clock: SimClock): string => new Date(clock.now()).toISOString().replace(/\.\d+/, '');

/** Objects in memory. */
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
