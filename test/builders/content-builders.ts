import { type GlobalCatalog, newGlobalCatalog } from '#shared/domain/cluster-contents/apps/global-catalog';
import { newTemplate } from '#shared/domain/cluster-contents/apps/template';
import { type ClusterContent, newContent } from '#shared/domain/cluster-contents/cluster-content';
import { ALL_CONTENT_TYPES, CONTENT_TYPES, type ContentKind } from '#shared/domain/cluster-contents/content-type';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aUuid, CREATED } from './builders.ts';

/** The minimal fields that the view of each kind needs. */
const FACTS: Readonly<Record<ContentKind, Record<string, unknown>>> = {
  NAMESPACE: {},
  WORKLOAD: { scale: 1, podLabels: {} },
  SERVICE: { targets: [] },
  INGRESS: { rules: [] },
  HPA: { minReplicas: 1, maxReplicas: 2, currentReplicas: 1, desiredReplicas: 1, metrics: [] },
  APP: { chart: 'cart', version: '1.0.0', catalog: '' },
  CATALOG: { url: 'https://charts.example.org/', branch: '', commit: '' },
  TEMPLATE: { catalog: 'example', chart: 'cart', versions: ['1.0.0'], iconUrl: '', projectUrl: '' },
};

type Given = Partial<ClusterContent> & { kind: ContentKind };

/** A content record like one from a pull of the cluster. The default name is `shop/cart`. */
export function aContent(cluster: Cluster, { kind, ...fields }: Given): ClusterContent {
  if (kind === 'TEMPLATE') return aTemplate(cluster, fields);
  const [type] = ALL_CONTENT_TYPES.filter((it) => CONTENT_TYPES[it] === kind);
  if (type === undefined) throw new Error(`${kind} is no kind of content`);
  const { name = 'cart', namespaceName = 'shop' } = fields;
  const isAlone = kind === 'NAMESPACE' || kind === 'CATALOG';
  const found = {
    ...{ id: isAlone ? name : `${namespaceName}/${name}`, name, namespace: isAlone ? '' : namespaceName },
    ...{ description: '', state: 'active', createdAt: CREATED, projectId: '', facts: FACTS[kind] },
  };
  return { ...newContent(cluster, type, found, {}), ...fields };
}

function aTemplate(cluster: Cluster, { name = 'cart', ...fields }: Partial<ClusterContent>): ClusterContent {
  const catalog = aContent(cluster, { kind: 'CATALOG', name: 'example' });
  const texts = { description: '', iconUrl: '', projectUrl: '', releaseName: '', namespace: '', before: '' };
  return { ...newTemplate(catalog, { name, ...texts, versions: ['1.0.0'], isHidden: false }), ...fields };
}

export function aGlobalCatalog(fields: Partial<GlobalCatalog> = {}): GlobalCatalog {
  const texts = { name: 'charts', description: '', url: 'https://charts.example.org/', branch: '' };
  const wanted = { uuid: aUuid(), settingsUuid: aUuid(), fields: texts, accountUuid: undefined };
  return { ...newGlobalCatalog(wanted, [], new Date(CREATED)), ...fields };
}
