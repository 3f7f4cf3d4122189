import { fieldAt, splitPath } from '../_core/field-path.ts';
import type { Requirement } from './steve-filter.ts';

/**
 * The columns that steve's cache has for every type, besides the labels. Other fields cannot be used in filters or for
 * sorting.
 */
const COMMON = ['id', 'metadata.name', 'metadata.namespace', 'metadata.creationTimestamp', 'metadata.state.name'];
const QUANTITIES = ['allocatable', 'requested'].flatMap((kind) =>
  ['cpu', 'cpuRaw', 'memory', 'memoryRaw', 'pods'].map((quantity) => `status.${kind}.${quantity}`),
);
const OF_TYPES: Record<string, readonly string[]> = {
  secret: [
    ...['_type', 'spec.clusterName', 'spec.displayName'],
    'metadata.annotations[management.cattle.io/project-scoped-secret-copy]',
  ],
  event: ['_type', 'involvedObject.kind', 'involvedObject.uid', 'message', 'reason'],
  namespace: ['spec.displayName'],
  node: [
    ...['spec.taints.key', 'status.addresses.type', 'status.nodeInfo.kubeletVersion'],
    'status.nodeInfo.operatingSystem',
  ],
  persistentvolume: ['status.reason', 'spec.persistentVolumeReclaimPolicy'],
  persistentvolumeclaim: ['spec.volumeName'],
  pod: [
    ...['metadata.state.error', 'metadata.state.message', 'metadata.state.transitioning'],
    ...['spec.containers.image', 'spec.nodeName', 'status.podIP'],
  ],
  service: ['spec.clusterIP', 'spec.type'],
  'cluster.x-k8s.io.machine': ['spec.clusterName'],
  'cluster.x-k8s.io.machinedeployment': ['spec.clusterName'],
  'management.cattle.io.cluster': [
    ...['spec.fleetWorkspaceName', 'spec.internal', 'spec.displayName', ...QUANTITIES],
    ...['status.driver', 'status.info.kubernetesVersion', 'status.info.machineProvider', 'status.info.nodeCount'],
    ...['status.connected', 'status.provider'],
  ],
  'management.cattle.io.clusterroletemplatebinding': ['clusterName', 'userName', 'userPrincipalName'],
  'management.cattle.io.globalrolebinding': ['userName', 'userPrincipalName'],
  'management.cattle.io.node': ['status.nodeName'],
  'management.cattle.io.project': ['spec.clusterName', 'spec.displayName'],
  'management.cattle.io.projectroletemplatebinding': ['userName', 'userPrincipalName'],
  'management.cattle.io.roletemplate': ['context'],
  'management.cattle.io.user': ['principalIds'],
  'networking.k8s.io.ingress': ['spec.rules.host', 'spec.ingressClassName'],
  'provisioning.cattle.io.cluster': [
    'metadata.annotations[provisioning.cattle.io/management-cluster-display-name]',
    ...[...QUANTITIES, 'status.clusterName', 'status.provider'],
  ],
  'rke.cattle.io.etcdsnapshot': ['snapshotFile.createdAt', 'spec.clusterName'],
  'storage.k8s.io.storageclass': ['provisioner', 'metadata.annotations[storageclass.kubernetes.io/is-default-class]'],
};
const TABLE_COLUMN = /^metadata\.fields\[\d]$/;

export const isLabel = (path: readonly string[]): boolean => path[0] === 'metadata' && path[1] === 'labels';

/** Whether steve can filter or sort a type's objects by this field. */
export const isColumn = (resourceType: string, field: string): boolean =>
  isLabel(splitPath(field)) ||
  COMMON.includes(field) ||
  TABLE_COLUMN.test(field) ||
  (OF_TYPES[resourceType]?.includes(field) ?? false);

/** The field's value as stored in the cache's column. Values of a list are joined by `|`. */
export function columnValue(view: unknown, field: string): string | undefined {
  const path = splitPath(field);
  return textOf(fieldAt(view, isLabel(path) ? path.slice(0, 3) : path) ?? acrossList(view, path));
}

function acrossList(view: unknown, path: readonly string[]): unknown {
  const list = fieldAt(view, path.slice(0, -1));
  return Array.isArray(list) ? list.map((item) => textOf(fieldAt(item, path.slice(-1))) ?? '') : undefined;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map(String).join('|') : String(value);
}

/**
 * Whether an object meets a requirement. A missing label meets every negative requirement. Any other missing value
 * meets no requirement.
 */
export function meets(view: unknown, { field, operator, values: [first = '', ...others] }: Requirement): boolean {
  const value = columnValue(view, field);
  if (operator === 'exists') return value !== undefined;
  const isNegation = ['missing', '!=', '!~', 'notin', 'notcontains'].includes(operator);
  if (value === undefined) return isNegation && isLabel(splitPath(field));
  if (operator === '<') return Number(value) < Number(first);
  if (operator === '>') return Number(value) > Number(first);
  if (operator === '=' || operator === '!=') return (value === first) !== isNegation;
  if (operator === 'in' || operator === 'notin') return [first, ...others].includes(value) !== isNegation;
  // The comparison ignores case, like LIKE in SQLite.
  if (operator === '~' || operator === '!~') return value.toLowerCase().includes(first.toLowerCase()) !== isNegation;
  return operator !== 'missing' && value.split('|').includes(first) !== isNegation;
}
