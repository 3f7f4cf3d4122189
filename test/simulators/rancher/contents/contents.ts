import { randomUUID } from 'node:crypto';
import { objectStore } from '#test/simulators/kubernetes/objects/object-store';
import { timestamp } from '../../kubernetes/kubernetes-context.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import { clusterInsides, LOCAL, type World } from './cluster-insides.ts';
import { contentKey } from './content-shelf.ts';
import { type ContentType, type NewContent, resourceOf } from './content-types.ts';
import { localContents, systemContents } from './system-contents.ts';

const BY_RANCHER = { manager: 'Update rancher', dryRun: false };
const idOf = ({ namespace = '', name }: Pick<NewContent, 'namespace' | 'name'>): string =>
  namespace === '' ? name : `${namespace}/${name}`;
const sorted = (contents: Map<string, ContentObject>, clusterId: string, type: ContentType): ContentObject[] =>
  [...contents.values()]
    .filter((it) => it.clusterId === clusterId && it.type === type)
    .sort((a, b) => (a.id < b.id ? -1 : 1));

export type Contents = ReturnType<typeof contentsOf>;

export function contentsOf(world: World) {
  const { store, clock } = world;
  const { contents } = store;
  const { listeners, inside, emit, revision, forget } = clusterInsides(world);

  function add(clusterId: string, type: ContentType, given: NewContent): ContentObject {
    const { name, namespace = '', annotations = {}, body = {} } = given;
    const labels = { ...given.labels, ...(type === 'namespace' && { 'kubernetes.io/metadata.name': name }) };
    const made: ContentObject = {
      ...{ clusterId, type, id: idOf(given), name, namespace, labels, annotations, body, uid: randomUUID() },
      ...{ createdAt: timestamp(clock), resourceVersion: Number(revision.next()) },
    };
    contents.set(contentKey(clusterId, type, made.id), made);
    emit('ADDED', made);
    return made;
  }

  const listOf = (clusterId: string, type: ContentType): ContentObject[] => sorted(contents, clusterId, type);

  function remove(object: ContentObject): void {
    contents.delete(contentKey(object.clusterId, object.type, object.id));
    emit('DELETED', object);
  }

  function deleteObject(
    clusterId: string,
    type: ContentType,
    { name, namespace = '' }: Pick<NewContent, 'name' | 'namespace'>,
  ) {
    const place = { resource: resourceOf(type), namespace, name };
    const objects = objectStore({ ...inside(clusterId), userOf: () => undefined, gitVersion: () => '' });
    if (objects.find(place)) objects.remove(place, {}, BY_RANCHER);
  }

  return {
    add,
    inside,
    listOf,
    listeners,
    /** Removes an object at once, whatever its finalizers. */
    remove,
    /** Deletes an object as the cluster does. The contents of a namespace are deleted before the namespace. */
    delete: deleteObject,
    revision: revision.current,
    find: (clusterId: string, type: ContentType, id: string) => contents.get(contentKey(clusterId, type, id)),
    change(object: ContentObject, given: Pick<NewContent, 'labels' | 'annotations' | 'body'>): void {
      Object.assign(object, given, { resourceVersion: Number(revision.next()) });
      emit('MODIFIED', object);
    },
    /** Makes the objects that a cluster has from its beginning. */
    fill(clusterId: string, projects: { Default: string; System: string }): void {
      for (const [type, object] of systemContents(projects)) add(clusterId, type, object);
    },
    /** Makes the objects of Rancher's own cluster. */
    fillLocal(): void {
      for (const [type, object] of localContents()) add(LOCAL, type, object);
    },
    forget,
  };
}
