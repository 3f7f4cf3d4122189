import { fieldAt, type KubernetesObject } from '#test/simulators/kubernetes/objects/kubernetes-objects';
import { cellsOf } from '#test/simulators/kubernetes/objects/table-view';
import type { SimClock } from '../../_kit/sim-clock.ts';
import { type ApiResource, groupVersion } from '../../kubernetes/api-resource.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import { steveCollectionName, steveType } from './cluster-resources.ts';
import type { ContentType } from './content-types.ts';
import type { Contents } from './contents.ts';

/** The base address of a steve API: `<Rancher>/k8s/clusters/<id>`, or the address of Rancher. */
export type SteveBase = string;

/** An object as steve shows it: Kubernetes' own fields, with a summary under `metadata.state`. */
export function contentView(resource: ApiResource, object: KubernetesObject, base: SteveBase) {
  const { name, namespace } = object.metadata;
  const id = namespace === undefined ? name : `${namespace}/${name}`;
  const self = `${base}/v1/${steveCollectionName(resource)}/${id}`;
  const root = resource.group === '' ? 'api' : 'apis';
  const place = namespace === undefined ? '' : `/namespaces/${namespace}`;
  const view = `${base}/${root}/${groupVersion(resource)}${place}/${resource.name}/${name}`;
  const { apiVersion, kind, metadata, ...body } = object;
  return {
    ...{ id, type: steveType(resource), links: { patch: self, remove: self, self, update: self, view } },
    ...{ apiVersion, kind },
    metadata: { ...metadata, relationships: null, state: stateOf(object) },
    // Steve uses `type` itself, so it shows the `type` of a secret or an event as `_type`.
    ...('type' in body ? { ...body, type: steveType(resource), _type: body.type } : body),
  };
}

/**
 * An object in the answer to a GET, with the cells of its table row. The answer to the POST that creates an object does
 * not have the cells.
 */
export function readView(
  resource: ApiResource,
  object: KubernetesObject,
  { base, clock }: { base: SteveBase; clock: SimClock },
) {
  const view = contentView(resource, object, base);
  return { ...view, metadata: { ...view.metadata, fields: cellsOf(object, clock) } };
}

const conditionsOf = (object: KubernetesObject): unknown[] => {
  const conditions = fieldAt(object, 'status.conditions');
  return Array.isArray(conditions) ? conditions : [];
};
const isReady = (object: KubernetesObject): boolean =>
  conditionsOf(object).some((it) => fieldAt(it, 'type') === 'Ready' && fieldAt(it, 'status') === 'True');

const DONE = { error: false, transitioning: false };
function stateOf(object: KubernetesObject) {
  if (object.kind === 'Namespace') {
    return { name: object.metadata.deletionTimestamp ? 'terminating' : 'active', ...DONE, message: '' };
  }
  if (object.metadata.deletionTimestamp) return { name: 'removing', error: false, transitioning: true, message: '' };
  if (object.kind === 'App') return appState(object);
  if (object.kind === 'Operation') return operationState(object);
  if (object.kind === 'Pod' && fieldAt(object, 'status.phase') === 'Pending') {
    return { name: 'pending', error: false, transitioning: true, message: '' };
  }
  if (isReady(object)) return { name: 'active', ...DONE, message: 'Resource is Ready' };
  const isPlain = object.spec === undefined && object.status === undefined;
  return { name: 'active', ...DONE, message: isPlain ? 'Resource is always ready' : 'Resource is current' };
}

/**
 * The state comes from Rancher's summary of the Helm release. `transitioning` and `error` appear only if they are true.
 */
function appState(object: KubernetesObject) {
  return {
    name: String(fieldAt(object, 'status.summary.state') ?? 'unknown'),
    error: fieldAt(object, 'status.summary.error') === true,
    transitioning: fieldAt(object, 'status.summary.transitioning') === true,
    message: '',
  };
}

/** An operation is `in-progress` while Helm runs, and `active` once it is over. */
function operationState(object: KubernetesObject) {
  const isTrue = (type: string) =>
    conditionsOf(object).some((it) => fieldAt(it, 'type') === type && fieldAt(it, 'status') === 'True');
  const [transitioning, error] = [isTrue('Reconciling'), isTrue('Stalled')];
  return { name: transitioning || error ? 'in-progress' : 'active', error, transitioning, message: '' };
}

/** Fields that are zero are left out. The revision of the counts is not shown. */
function itemCount(objects: readonly ContentObject[]) {
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

export function countsView(contents: Contents, clusterId: string, base: SteveBase) {
  const self = `${base}/v1/counts`;
  const types = contents.inside(clusterId).resources.map(steveType).sort();
  const counts = types.map((type: ContentType) => [type, itemCount(contents.listOf(clusterId, type))]);
  return {
    ...{ type: 'collection', links: { self }, actions: {}, resourceType: 'count' },
    data: [{ id: 'count', type: 'count', links: { self: `${self}/count` }, counts: Object.fromEntries(counts) }],
  };
}
