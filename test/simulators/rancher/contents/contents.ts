import { randomUUID } from 'node:crypto';
import type { SimClock } from '../../_kit/sim-clock.ts';
import { type KubernetesContext, type ObjectEvent, timestamp } from '../../kubernetes/kubernetes-context.ts';
import { objectStore } from '../../kubernetes/object-store.ts';
import type { ContentObject, RancherProject } from '../_core/rancher-objects.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { CLUSTER_RESOURCES, LOCAL_RESOURCES } from './cluster-resources.ts';
import { contentKey, contentShelf, kubernetesObject } from './content-shelf.ts';
import { type ContentType, type NewContent, PROJECT, resourceOf } from './content-types.ts';
import { localShelf } from './local-shelf.ts';
import { localContents, systemContents } from './system-contents.ts';

const NAMESPACE_ROLES = ['edit', 'readonly'] as const;
const BY_RANCHER = { manager: 'Update rancher', dryRun: false };
/** The cluster that Rancher itself is in. */
export const LOCAL = 'local';

const ROLE = 'rbac.authorization.k8s.io.clusterrole';
const roleNames = ({ id }: RancherProject): string[] =>
  NAMESPACE_ROLES.map((verb) => `${id.split(':')[1]}-namespaces-${verb}`);

/** Milliseconds; a part of `rancherDelays`. */
type AgentDelays = Record<'namespaceContents' | 'namespaceGone' | 'projectRoles' | 'projectNamespaces', number>;
type Listener = (clusterId: string, event: ObjectEvent) => void;
type Inside = Omit<KubernetesContext, 'userOf' | 'gitVersion'>;
export type Contents = ReturnType<typeof contentsOf>;

/** What is inside the clusters, and what Rancher's agent does there by itself. */
export function contentsOf({ store, clock, delays }: { store: RancherStore; clock: SimClock; delays: AgentDelays }) {
  const { contents } = store;
  const listeners = new Set<Listener>();
  const clusters = new Map<string, Inside>();
  let revision = 1000;
  const nextRevision = (): number => {
    revision += 1;
    return revision;
  };
  const idOf = ({ namespace = '', name }: Pick<NewContent, 'namespace' | 'name'>): string =>
    namespace === '' ? name : `${namespace}/${name}`;

  /** The API server of a cluster, but for who may ask it. */
  function inside(clusterId: string): Inside {
    const known = clusters.get(clusterId);
    if (known) return known;
    const made: Inside = {
      resources: clusterId === LOCAL ? LOCAL_RESOURCES : CLUSTER_RESOURCES,
      shelf: clusterId === LOCAL ? localShelf(store) : contentShelf(contents, clusterId),
      ...{ owners: new Map(), clock, listeners: new Set() },
      revision: { current: () => revision, next: () => String(nextRevision()) },
      namespaceRemoval: () => ({ contents: delays.namespaceContents, gone: delays.namespaceGone }),
    };
    made.listeners.add((event) => {
      for (const listener of listeners) listener(clusterId, event);
    });
    clusters.set(clusterId, made);
    return made;
  }
  const tell = (type: ObjectEvent['type'], content: ContentObject): void => {
    const resource = resourceOf(content.type);
    const event = { type, resource, object: kubernetesObject(resource, content) };
    for (const listener of [...inside(content.clusterId).listeners]) listener(event);
  };

  function add(clusterId: string, type: ContentType, given: NewContent): ContentObject {
    const { name, namespace = '', annotations = {}, body = {} } = given;
    const labels = { ...given.labels, ...(type === 'namespace' && { 'kubernetes.io/metadata.name': name }) };
    const made: ContentObject = {
      ...{ clusterId, type, id: idOf(given), name, namespace, labels, annotations, body, uid: randomUUID() },
      ...{ createdAt: timestamp(clock), resourceVersion: nextRevision() },
    };
    contents.set(contentKey(clusterId, type, made.id), made);
    tell('ADDED', made);
    return made;
  }

  const listOf = (clusterId: string, type: ContentType): ContentObject[] =>
    [...contents.values()]
      .filter((it) => it.clusterId === clusterId && it.type === type)
      .sort((a, b) => (a.id < b.id ? -1 : 1));

  function remove(object: ContentObject): void {
    contents.delete(contentKey(object.clusterId, object.type, object.id));
    tell('DELETED', object);
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

  function leaveProject({ clusterId, id }: RancherProject): void {
    for (const role of listOf(clusterId, ROLE)) {
      if (role.name.startsWith(`${id.split(':')[1]}-namespaces-`)) remove(role);
    }
    for (const { name, annotations } of listOf(clusterId, 'namespace')) {
      if (annotations[PROJECT] === id) deleteObject(clusterId, 'namespace', { name });
    }
  }

  return {
    add,
    inside,
    listOf,
    listeners,
    /** At once, whatever finalizers say. */
    remove,
    /** As a DELETE at the cluster does it: what is in a namespace goes before it. */
    delete: deleteObject,
    revision: (): number => revision,
    find: (clusterId: string, type: ContentType, id: string) => contents.get(contentKey(clusterId, type, id)),
    change(object: ContentObject, given: Pick<NewContent, 'labels' | 'annotations' | 'body'>): void {
      Object.assign(object, given, { resourceVersion: nextRevision() });
      tell('MODIFIED', object);
    },
    /** What a cluster has from its beginning. */
    fill(clusterId: string, projects: { Default: string; System: string }): void {
      for (const [type, object] of systemContents(projects)) add(clusterId, type, object);
    },
    /** What the cluster has that Rancher itself is in. */
    fillLocal(): void {
      for (const [type, object] of localContents()) add(LOCAL, type, object);
    },
    projectMade(project: RancherProject): void {
      clock.after(delays.projectRoles, () => {
        if (!store.projects.has(project.id)) return;
        for (const name of roleNames(project)) add(project.clusterId, ROLE, { name });
      });
    },
    projectGone(project: RancherProject): void {
      clock.after(delays.projectNamespaces, () => leaveProject(project));
    },
    /** Who holds which fields is forgotten with the objects. */
    forget(): void {
      for (const { owners } of clusters.values()) owners.clear();
    },
  };
}

/** Rancher's agent makes roles in the cluster for each project, by which people are let into its namespaces. */
export const projectMade = (contents: Contents, project: RancherProject): void => contents.projectMade(project);

/** Its namespaces go with a project. */
export const projectGone = (contents: Contents, project: RancherProject): void => contents.projectGone(project);
