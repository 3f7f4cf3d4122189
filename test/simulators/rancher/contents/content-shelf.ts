import { bodyOf, type KubernetesObject } from '#test/simulators/kubernetes/objects/kubernetes-objects';
import type { ApiResource } from '../../kubernetes/api-resource.ts';
import { groupVersion } from '../../kubernetes/api-resource.ts';
import type { ObjectShelf } from '../../kubernetes/kubernetes-context.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import { steveType } from './cluster-resources.ts';

export const contentKey = (clusterId: string, type: string, id: string): string => `${clusterId} ${type} ${id}`;

export function contentShelf(contents: Map<string, ContentObject>, clusterId: string): ObjectShelf {
  return {
    get(resource, id) {
      const found = contents.get(contentKey(clusterId, steveType(resource), id));
      return found && kubernetesObject(resource, found);
    },
    set(resource, id, object) {
      const type = steveType(resource);
      const key = contentKey(clusterId, type, id);
      const {
        name,
        namespace = '',
        uid,
        creationTimestamp,
        resourceVersion,
        labels,
        annotations,
        ...meta
      } = object.metadata;
      const made = {
        ...{ clusterId, type, id, name, namespace, uid, createdAt: creationTimestamp, meta, body: bodyOf(object) },
        ...{ labels: labels ?? {}, annotations: annotations ?? {}, resourceVersion: Number(resourceVersion) },
      };
      // The stored object is changed in place, so that references to it stay valid.
      contents.set(key, Object.assign(contents.get(key) ?? made, made));
    },
    delete: (resource, id) => void contents.delete(contentKey(clusterId, steveType(resource), id)),
    list(resource) {
      const type = steveType(resource);
      return [...contents.values()]
        .filter((it) => it.clusterId === clusterId && it.type === type)
        .map((it) => kubernetesObject(resource, it));
    },
  };
}

export function kubernetesObject(resource: ApiResource, content: ContentObject): KubernetesObject {
  const { name, namespace, uid, createdAt, resourceVersion, labels, annotations, meta, body } = content;
  return {
    apiVersion: groupVersion(resource),
    kind: resource.kind,
    metadata: {
      ...{ name, ...(namespace !== '' && { namespace }), uid, creationTimestamp: createdAt },
      resourceVersion: String(resourceVersion),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ...meta,
    },
    ...body,
  };
}
