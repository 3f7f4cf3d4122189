import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ApiResource, groupVersion, isCustom } from '../api-resource.ts';
import { NAMESPACES } from '../core-resources.ts';
import { type KubernetesContext, timestamp } from '../kubernetes-context.ts';
import { alreadyExists, conflict, forbidden, invalid, KubernetesError, notFound } from '../kubernetes-error.ts';
import { checkQuotas } from '../resource-quotas.ts';
import type { GivenObject } from './given-object.ts';
import { completed, hasGeneration } from './kind-rules.ts';
import { bodyOf, fieldAt, type KubernetesObject, type ObjectMeta } from './kubernetes-objects.ts';
import { checkLabels, checkPlace, nameFor } from './object-meta.ts';
import { type Place, placeOf } from './object-place.ts';
import { objectWriter, type Writing } from './object-writer.ts';

/** The uid and version that the caller expects the object to have. */
export interface Preconditions {
  uid?: string | undefined;
  resourceVersion?: string | undefined;
}

const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';
export type ObjectStore = ReturnType<typeof objectStore>;

/**
 * The objects of one cluster, with the rules that hold for every kind of write. `dryRun` checks everything and changes
 * nothing.
 */
export function objectStore(context: KubernetesContext) {
  const { revision } = context;
  const { find, get, write, erase, ownersOf } = objectWriter(context);

  /** Replaces an object. A write that changes nothing makes no new version. */
  function replace(place: Place, given: GivenObject, writing: Writing): KubernetesObject {
    checkPlace(given.metadata, place);
    const old = get(place);
    checkPreconditions(place, old, given.metadata);
    const next = successorOf(old, given, place);
    if (isDeepStrictEqual(next, old)) return old;
    const { metadata } = next;
    context.admit?.({ ...place, metadata, body: bodyOf(next), old }, context.shelf);
    const isOther = !isDeepStrictEqual(fieldAt(next, 'spec'), fieldAt(old, 'spec'));
    if (metadata.generation !== undefined && isOther) metadata.generation += 1;
    metadata.resourceVersion = revision.next();
    if (metadata.deletionTimestamp && !metadata.finalizers) {
      if (!writing.dryRun) erase(place, next);
    } else write(place, next, writing);
    return next;
  }

  function remove(place: Place, preconditions: Preconditions, writing: Writing, policy?: string): KubernetesObject {
    const found = get(place);
    checkPreconditions(place, found, preconditions);
    const isNamespace = place.resource === NAMESPACES;
    const old = policy === 'Foreground' && context.collectsGarbage ? heldByOwned(found) : found;
    if (!isNamespace && !old.metadata.finalizers) {
      if (!writing.dryRun) erase(place, old);
      return old;
    }
    if (old.metadata.deletionTimestamp) return old;
    const leaving = leavingObject(context, old, isNamespace);
    if (writing.dryRun) return leaving;
    write(place, leaving, writing);
    if (isNamespace) emptyNamespace(context, place, leaving);
    return leaving;
  }

  return { get, find, create: creator(context), replace, replaceStatus: statusWriter(context), remove, ownersOf };
}

function creator(context: KubernetesContext) {
  const { find, write } = objectWriter(context);
  return (resource: ApiResource, namespace: string, given: GivenObject, writing: Writing): KubernetesObject => {
    if (given.metadata.resourceVersion) {
      throw new KubernetesError('BadRequest', 'resourceVersion should not be set on objects to be created');
    }
    checkPlace(given.metadata, { namespace });
    const name = nameFor(resource, given.metadata);
    checkLabels(resource, name, given.metadata.labels);
    const place = { resource, namespace, name };
    const body = completed(resource, name, given.body);
    checkNamespace(context, place);
    if (find(place)) throw alreadyExists(resource, name);
    const asked = userMeta(resource, name, given);
    context.admit?.({ ...place, metadata: asked, body, old: undefined }, context.shelf);
    checkQuotas(context, place, body);
    const metadata = { ...newMeta(context, place, given), ...asked };
    const made = { apiVersion: groupVersion(resource), kind: resource.kind, metadata, ...body };
    write(place, made, writing);
    return made;
  };
}

/** Writes the subresource `status`. From the body, the API server uses only the status. */
function statusWriter(context: KubernetesContext) {
  const { get, write } = objectWriter(context);
  return (place: Place, given: GivenObject, writing: Writing): KubernetesObject => {
    checkPlace(given.metadata, place);
    const old = get(place);
    checkPreconditions(place, old, given.metadata);
    const next = { ...old, status: given.body.status };
    if (isDeepStrictEqual(next, old)) return old;
    const written = { ...next, metadata: { ...old.metadata, resourceVersion: context.revision.next() } };
    write(place, written, writing);
    return written;
  };
}

function newMeta({ clock, revision }: KubernetesContext, { resource, namespace, name }: Place, given: GivenObject) {
  return {
    ...{ name, ...(given.metadata.generateName && { generateName: given.metadata.generateName }) },
    ...(namespace !== '' && { namespace }),
    ...{ uid: randomUUID(), resourceVersion: revision.next() },
    ...(hasGeneration(resource) && { generation: 1 }),
    creationTimestamp: timestamp(clock),
  };
}

/** The object after a client's update, still with the old version. */
function successorOf(old: KubernetesObject, given: GivenObject, { resource, name }: Place): KubernetesObject {
  if (isCustom(resource) && !given.metadata.resourceVersion) {
    const text = 'Invalid value: 0: must be specified for an update';
    throw invalid(resource, name, 'metadata.resourceVersion', text);
  }
  checkLabels(resource, name, given.metadata.labels);
  const body = completed(resource, name, given.body, old);
  const metadata = { ...serverMeta(old.metadata), ...userMeta(resource, name, given) };
  return { apiVersion: old.apiVersion, kind: old.kind, metadata, ...body };
}

/** Adds the finalizer that keeps the object until the garbage collector has deleted what the object owns. */
function heldByOwned(object: KubernetesObject): KubernetesObject {
  const { finalizers = [], deletionTimestamp } = object.metadata;
  if (deletionTimestamp) return object;
  return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, 'foregroundDeletion'] } };
}

/** The object with a deletion time, for the period between its DELETE and its removal. */
function leavingObject({ clock, revision }: KubernetesContext, old: KubernetesObject, isNamespace: boolean) {
  const metadata = {
    ...{ ...old.metadata, resourceVersion: revision.next(), deletionTimestamp: timestamp(clock) },
    ...(!isNamespace && { deletionGracePeriodSeconds: 0 }),
  };
  return { ...old, metadata, ...(isNamespace && { status: { phase: 'Terminating' } }) };
}

function serverMeta(metadata: ObjectMeta) {
  const { name, generateName, namespace, uid, resourceVersion, generation, creationTimestamp } = metadata;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  return {
    ...{ name, ...(generateName && { generateName }), ...(namespace !== undefined && { namespace }) },
    ...{ uid, resourceVersion, ...(generation !== undefined && { generation }), creationTimestamp },
    ...(deletionTimestamp && { deletionTimestamp }),
    ...(deletionGracePeriodSeconds !== undefined && { deletionGracePeriodSeconds }),
  };
}

function userMeta({ kind }: ApiResource, name: string, { metadata }: GivenObject): Partial<ObjectMeta> {
  const { annotations, finalizers, ownerReferences } = metadata;
  const labels = { ...metadata.labels, ...(kind === 'Namespace' && { 'kubernetes.io/metadata.name': name }) };
  return {
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(annotations && Object.keys(annotations).length > 0 && { annotations }),
    ...(finalizers && finalizers.length > 0 && { finalizers }),
    ...(ownerReferences && ownerReferences.length > 0 && { ownerReferences }),
  };
}

function checkPreconditions({ resource, name }: Place, { metadata }: KubernetesObject, given: Preconditions): void {
  const { uid, resourceVersion } = given;
  if (uid && uid !== metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`;
    throw conflict(resource, name, why);
  }
  if (resourceVersion && resourceVersion !== metadata.resourceVersion) throw conflict(resource, name, MODIFIED);
}

function checkNamespace(context: KubernetesContext, { resource, namespace, name }: Place): void {
  if (namespace === '' || !context.resources.includes(NAMESPACES)) return;
  const found = context.shelf.get(NAMESPACES, namespace);
  if (!found) throw notFound(NAMESPACES, namespace);
  if (!found.metadata.deletionTimestamp) return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  throw forbidden(resource, name, why);
}

/** Deletes what is in a namespace before the namespace itself. */
function emptyNamespace(context: KubernetesContext, place: Place, leaving: KubernetesObject): void {
  const { shelf, clock } = context;
  const { find, erase } = objectWriter(context);
  const { contents, gone } = context.namespaceRemoval();
  const isStill = () => find(place)?.metadata.uid === leaving.metadata.uid;
  const empty = () => {
    if (!isStill()) return;
    for (const resource of context.resources.filter(({ namespaced }) => namespaced)) {
      const inside = shelf.list(resource).filter(({ metadata }) => metadata.namespace === place.name);
      for (const object of inside) erase(placeOf(resource, object), object);
    }
  };
  const finish = () => {
    const last = isStill() ? find(place) : undefined;
    if (last) erase(place, last);
  };
  if (contents > 0) clock.after(contents, empty);
  else empty();
  if (gone > 0) clock.after(gone, finish);
  else finish();
}
