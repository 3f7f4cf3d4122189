import { type ClusterContent, clusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { CONTENT_KINDS, type ContentKind } from '#shared/domain/cluster-contents/content-type';
import { contentKey, contentLookup } from '../_core/keys.ts';
import type { Kind } from '../_core/kind.ts';

/** Waldur's model names. */
const TITLES: Readonly<Record<ContentKind, string>> = {
  NAMESPACE: 'Namespace',
  WORKLOAD: 'Workload',
  SERVICE: 'Service',
  INGRESS: 'Ingress',
  HPA: 'HPA',
  APP: 'Application',
  CATALOG: 'Catalog',
};

/** The collections have lists and totals of their own; all else is the same for all. */
const kindOf = (name: ContentKind): Kind<ClusterContent> => ({
  name,
  title: TITLES[name],
  schema: clusterContent,
  keyOf: ({ clusterUuid, kind, uuid }) => contentKey(clusterUuid, kind, uuid),
  scopes: ['customer', 'project'],
  placeOf: ({ customerUuid, projectUuid }) => ({ customerUuid, projectUuid }),
  lookupOf: ({ uuid }) => contentLookup(uuid),
});
const KINDS = new Map(CONTENT_KINDS.map((name) => [name, kindOf(name)]));

export const contentKind = (name: ContentKind): Kind<ClusterContent> => KINDS.get(name) ?? kindOf(name);
