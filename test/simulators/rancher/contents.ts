import { randomUUID } from 'node:crypto';
import type { SimClock } from '../_kit/sim-clock.ts';
import { type ContentType, type NewContent, PROJECT } from './content-types.ts';
import type { ContentObject, RancherProject } from './rancher-objects.ts';
import type { RancherStore } from './rancher-store.ts';
import { systemContents } from './system-contents.ts';

const CREATOR = 'field.cattle.io/creatorId';
const NAMESPACE_ROLES = ['edit', 'readonly'] as const;

export type Contents = ReturnType<typeof contentsOf>;

/** What is inside the clusters, and what Rancher's agent does there by itself. */
export function contentsOf({ store, clock }: { store: RancherStore; clock: SimClock }) {
  const { contents } = store;
  let revision = 1000;
  const nextRevision = (): number => {
    revision += 1;
    return revision;
  };
  const keyOf = (clusterId: string, type: ContentType, id: string): string => `${clusterId} ${type} ${id}`;
  const idOf = ({ namespace = '', name }: Pick<NewContent, 'namespace' | 'name'>): string =>
    namespace === '' ? name : `${namespace}/${name}`;

  function add(clusterId: string, type: ContentType, given: NewContent): ContentObject {
    const { name, namespace = '', labels = {}, annotations = {}, body = {} } = given;
    const made: ContentObject = {
      ...{ clusterId, type, id: idOf(given), name, namespace, labels, annotations, body, uid: randomUUID() },
      ...{ createdAt: `${new Date(clock.now()).toISOString().slice(0, 19)}Z`, resourceVersion: nextRevision() },
    };
    contents.set(keyOf(clusterId, type, made.id), made);
    return made;
  }

  function remove({ clusterId, type, id, name }: ContentObject): void {
    contents.delete(keyOf(clusterId, type, id));
    if (type !== 'namespace') return;
    for (const [key, it] of contents) if (it.clusterId === clusterId && it.namespace === name) contents.delete(key);
  }

  const listOf = (clusterId: string, type: ContentType): ContentObject[] =>
    [...contents.values()]
      .filter((it) => it.clusterId === clusterId && it.type === type)
      .sort((a, b) => (a.id < b.id ? -1 : 1));

  return {
    add,
    remove,
    listOf,
    revision: (): number => revision,
    find: (clusterId: string, type: ContentType, id: string) => contents.get(keyOf(clusterId, type, id)),
    change(object: ContentObject, given: Pick<NewContent, 'labels' | 'annotations' | 'body'>): void {
      Object.assign(object, given, { resourceVersion: nextRevision() });
    },
    /** What a cluster has from its beginning. */
    fill(clusterId: string, projects: { Default: string; System: string }): void {
      for (const [type, object] of systemContents(projects)) add(clusterId, type, object);
    },
  };
}

const ROLE = 'rbac.authorization.k8s.io.clusterrole';
const roleNames = ({ id }: RancherProject): string[] =>
  NAMESPACE_ROLES.map((verb) => `${id.split(':')[1]}-namespaces-${verb}`);

/** Rancher's agent makes roles in the cluster for each project, by which people are let into its namespaces. */
export function projectMade(contents: Contents, project: RancherProject): void {
  for (const name of roleNames(project)) contents.add(project.clusterId, ROLE, { name });
}

/** Namespaces that were made through Rancher go with their project; others are in none from then on. */
export function projectGone(contents: Contents, project: RancherProject): void {
  const { clusterId, id } = project;
  for (const name of roleNames(project)) {
    const role = contents.find(clusterId, ROLE, name);
    if (role) contents.remove(role);
  }
  for (const namespace of contents.listOf(clusterId, 'namespace')) {
    const { [PROJECT]: placed, ...annotations } = namespace.annotations;
    if (placed !== id) continue;
    if (CREATOR in annotations) contents.remove(namespace);
    else contents.change(namespace, { annotations });
  }
}
