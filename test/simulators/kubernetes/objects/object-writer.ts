import { type ApiResource, groupVersion } from '../api-resource.ts';
import type { KubernetesContext, ObjectEvent } from '../kubernetes-context.ts';
import { notFound } from '../kubernetes-error.ts';
import { countQuotas } from '../resource-quotas.ts';
import { type FieldOwners, noteUpdate } from './field-owners.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import type { Place } from './object-place.ts';

/** The field owner that writes (see `field-owners.ts`), and whether the write is only a dry run. */
export interface Writing {
  manager: string;
  dryRun: boolean;
}

const idOf = ({ namespace, name }: Pick<Place, 'namespace' | 'name'>): string =>
  namespace === '' ? name : `${namespace}/${name}`;
const ownersKey = (place: Place): string => `${groupVersion(place.resource)} ${place.resource.name} ${idOf(place)}`;

/**
 * Reads, writes and removes objects. Each change also updates field owners, and is reported to the listeners. Changes
 * that can affect resource quotas also update these. Rights are not checked.
 */
export function objectWriter(context: KubernetesContext) {
  const { shelf, owners, revision } = context;
  const find = (place: Place) => shelf.get(place.resource, idOf(place));
  function get(place: Place): KubernetesObject {
    const found = find(place);
    if (!found) throw notFound(place.resource, place.name);
    return found;
  }
  const emit = (type: ObjectEvent['type'], resource: ApiResource, object: KubernetesObject) => {
    for (const listener of [...context.listeners]) listener({ type, resource, object });
  };

  function write(place: Place, object: KubernetesObject, { manager, dryRun }: Writing): void {
    if (dryRun) return;
    const before = find(place);
    const held: FieldOwners = (before && owners.get(ownersKey(place))) ?? new Map();
    noteUpdate(held, before, object, manager);
    owners.set(ownersKey(place), held);
    shelf.set(place.resource, idOf(place), object);
    if (!before || ['Pod', 'PersistentVolumeClaim', 'ResourceQuota'].includes(place.resource.kind))
      recount(place.namespace);
    emit(before ? 'MODIFIED' : 'ADDED', place.resource, object);
  }
  /** Updates the quotas of a namespace right after each write. */
  function recount(namespace: string): void {
    if (namespace !== '') countQuotas(context, namespace);
  }
  function erase(place: Place, object: KubernetesObject): void {
    shelf.delete(place.resource, idOf(place));
    owners.delete(ownersKey(place));
    const metadata = { ...object.metadata, resourceVersion: revision.next() };
    recount(place.namespace);
    emit('DELETED', place.resource, { ...object, metadata });
  }

  return {
    find,
    get,
    write,
    erase,
    ownersOf: (place: Place): FieldOwners => owners.get(ownersKey(place)) ?? new Map(),
  };
}
