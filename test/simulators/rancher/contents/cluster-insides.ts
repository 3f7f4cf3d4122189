import type { SimClock } from '../../_kit/sim-clock.ts';
import type { ApiResource } from '../../kubernetes/api-resource.ts';
import { DEFINITIONS } from '../../kubernetes/core-resources.ts';
import { kindsDefinedBy } from '../../kubernetes/custom-kinds.ts';
import type { KubernetesContext, ObjectEvent } from '../../kubernetes/kubernetes-context.ts';
import { eventHistory } from '../../kubernetes/objects/event-history.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { CLUSTER_RESOURCES, LOCAL_GROUPS, LOCAL_RESOURCES } from './cluster-resources.ts';
import { contentShelf, kubernetesObject } from './content-shelf.ts';
import { resourceOf } from './content-types.ts';
import { localShelf } from './local-shelf.ts';

export const LOCAL = 'local';
export const LOCAL_VERSION = 'v1.36.3';

export interface World {
  store: RancherStore;
  clock: SimClock;
  /** Delays in milliseconds, which are part of `rancherDelays`. */
  delays: Record<'namespaceContents' | 'namespaceGone', number>;
}
type Listener = (clusterId: string, event: ObjectEvent) => void;
type Inside = Omit<KubernetesContext, 'userOf' | 'gitVersion'>;

/** The API servers of all clusters. Revisions of objects come from one counter for all clusters. */
export function clusterInsides({ store, clock, delays }: World) {
  const listeners = new Set<Listener>();
  const clusters = new Map<string, Inside>();
  /** The kinds that custom resource definitions add to each cluster, by the cluster's id. */
  const defined = new Map<string, ApiResource[]>();
  let last = 1000;
  const revision = {
    current: () => last,
    next: () => {
      last += 1;
      return String(last);
    },
  };
  /** The API server of a cluster, without its access control. */
  function inside(clusterId: string): Inside {
    const known = clusters.get(clusterId);
    if (known) return known;
    const own = clusterId === LOCAL ? LOCAL_RESOURCES : CLUSTER_RESOURCES;
    const made: Inside = {
      get resources() {
        return [...own, ...(defined.get(clusterId) ?? [])];
      },
      ...(clusterId === LOCAL && { unplayedGroups: LOCAL_GROUPS }),
      shelf: clusterId === LOCAL ? localShelf(store) : contentShelf(store.contents, clusterId),
      ...{ owners: new Map(), clock, ...eventHistory(), revision },
      namespaceRemoval: () => ({ contents: delays.namespaceContents, gone: delays.namespaceGone }),
    };
    made.listeners.add((event) => {
      if (event.resource === DEFINITIONS) defined.set(clusterId, made.shelf.list(DEFINITIONS).flatMap(kindsDefinedBy));
      for (const listener of listeners) listener(clusterId, event);
    });
    clusters.set(clusterId, made);
    return made;
  }
  const emit = (type: ObjectEvent['type'], content: ContentObject): void => {
    const resource = resourceOf(content.type);
    const event = { type, resource, object: kubernetesObject(resource, content) };
    for (const listener of [...inside(content.clusterId).listeners]) listener(event);
  };

  /** The owners of fields, and the defined kinds, are dropped together with the objects. */
  function forget(): void {
    for (const { owners, history } of clusters.values()) {
      owners.clear();
      history.forget();
    }
    defined.clear();
  }
  return { listeners, inside, emit, revision, forget };
}
