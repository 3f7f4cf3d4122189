import { CONTENT_TYPES, type ContentType } from './content-types.ts';
import type { Contents } from './contents.ts';
import type { ContentObject } from './rancher-objects.ts';

/** As steve shows it: Kubernetes' object, with what it summarizes under `metadata.state`. */
export function contentView(object: ContentObject, baseUrl: string): Record<string, unknown> {
  const { clusterId, type, id, name, namespace, labels, annotations, uid, createdAt, resourceVersion, body } = object;
  const { collection, kind } = CONTENT_TYPES[type];
  const self = `${baseUrl}/k8s/clusters/${clusterId}/v1/${collection}/${id}`;
  return {
    ...{ id, type, kind },
    links: { self, update: self, remove: self, view: self },
    metadata: {
      ...{ name, ...(namespace !== '' && { namespace }), uid, creationTimestamp: createdAt },
      // Steve leaves out what is empty.
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
      resourceVersion: String(resourceVersion),
      state: {
        name: type === 'catalog.cattle.io.app' ? 'deployed' : 'active',
        ...{ transitioning: false, error: false, message: '' },
      },
    },
    ...body,
  };
}

/** Fields that are zero are left out; the counts' own revision is not shown. */
export function itemCount(objects: readonly ContentObject[]) {
  const namespaces = new Map<string, number>();
  for (const { namespace } of objects) {
    if (namespace !== '') namespaces.set(namespace, (namespaces.get(namespace) ?? 0) + 1);
  }
  return {
    summary: objects.length > 0 ? { count: objects.length } : {},
    ...(namespaces.size > 0 && {
      namespaces: Object.fromEntries([...namespaces].sort().map(([name, count]) => [name, { count }])),
    }),
  };
}

export function countsView(contents: Contents, clusterId: string, types: readonly ContentType[], baseUrl: string) {
  const self = `${baseUrl}/k8s/clusters/${clusterId}/v1/counts`;
  const counts = types.toSorted().map((type) => [type, itemCount(contents.listOf(clusterId, type))]);
  return {
    ...{ type: 'collection', links: { self }, resourceType: 'count', count: 1 },
    data: [{ id: 'count', type: 'count', links: { self: `${self}/count` }, counts: Object.fromEntries(counts) }],
  };
}
