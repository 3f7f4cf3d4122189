import type { SimClock } from '#test/simulators/_kit/sim-clock';
import { fieldAt, isRecord, type KubernetesObject } from './kubernetes-objects.ts';

type Column = { name: string; type: 'string' | 'integer'; cell: (object: KubernetesObject) => unknown };

const text = (path: string) => (object: KubernetesObject) => String(fieldAt(object, path) ?? '<none>');
const count = (path: string) => (object: KubernetesObject) => Number(fieldAt(object, path) ?? 0);
const size = (path: string) => (object: KubernetesObject) => {
  const held = fieldAt(object, path);
  return isRecord(held) ? Object.keys(held).length : 0;
};
const shown = (name: string, cell: Column['cell']): Column => ({ name, type: 'string', cell });
const counted = (name: string, cell: Column['cell']): Column => ({ name, type: 'integer', cell });
const amounts = (object: KubernetesObject, match: RegExp): string =>
  Object.entries(recordAt(object, 'status.hard'))
    .filter(([name]) => match.test(name))
    .map(
      ([name, hard]) =>
        `${name}: ${fieldAt(object, 'status.used') ? recordAt(object, 'status.used')[name] : 0}/${hard}`,
    )
    .join(', ');
function recordAt(object: unknown, path: string): Record<string, unknown> {
  const found = fieldAt(object, path);
  return isRecord(found) ? found : {};
}
function listAt(object: unknown, path: string): unknown[] {
  const found = fieldAt(object, path);
  return Array.isArray(found) ? found : [];
}
const ports = (object: KubernetesObject): string =>
  listAt(object, 'spec.ports')
    .map((port) => `${fieldAt(port, 'port')}/${fieldAt(port, 'protocol') ?? 'TCP'}`)
    .join(',') || '<none>';
const roles = ({ metadata }: KubernetesObject): string =>
  Object.keys(metadata.labels ?? {})
    .flatMap((label) => /^node-role\.kubernetes\.io\/(.+)$/.exec(label)?.[1] ?? [])
    .sort()
    .join(',') || '<none>';
const nodeStatus = (node: KubernetesObject): string => {
  const ready = listAt(node, 'status.conditions').find((one) => fieldAt(one, 'type') === 'Ready');
  const status = fieldAt(ready, 'status') === 'True' ? 'Ready' : 'NotReady';
  return fieldAt(node, 'spec.unschedulable') === true ? `${status},SchedulingDisabled` : status;
};
const readyOf = (object: KubernetesObject): string =>
  `${fieldAt(object, 'status.readyReplicas') ?? 0}/${fieldAt(object, 'spec.replicas') ?? 0}`;
const podsReady = (pod: KubernetesObject): string => {
  const ready = listAt(pod, 'status.containerStatuses').filter((one) => fieldAt(one, 'ready') === true);
  return `${ready.length}/${listAt(pod, 'spec.containers').length}`;
};

const COLUMNS: Record<string, Column[]> = {
  Namespace: [shown('Status', text('status.phase'))],
  Secret: [shown('Type', text('type')), counted('Data', size('data'))],
  ConfigMap: [counted('Data', size('data'))],
  ResourceQuota: [
    shown('Request', (it) => amounts(it, /^(?!limits\.)/)),
    shown('Limit', (it) => amounts(it, /^limits\./)),
  ],
  Pod: [shown('Ready', podsReady), shown('Status', text('status.phase')), shown('Restarts', () => '0')],
  Node: [shown('Status', nodeStatus), shown('Roles', roles)],
  Service: [
    shown('Type', text('spec.type')),
    shown('Cluster-IP', text('spec.clusterIP')),
    shown('External-IP', () => '<none>'),
    shown('Port(s)', ports),
  ],
  Deployment: [
    shown('Ready', readyOf),
    counted('Up-to-date', count('status.updatedReplicas')),
    counted('Available', count('status.availableReplicas')),
  ],
  StatefulSet: [shown('Ready', readyOf)],
  DaemonSet: [
    counted('Desired', count('status.desiredNumberScheduled')),
    counted('Current', count('status.currentNumberScheduled')),
    counted('Ready', count('status.numberReady')),
  ],
};

/** Columns that `kubectl` prints after the age. For kinds without an entry, the age is the last column. */
const AFTER_AGE: Record<string, Column[]> = {
  Node: [shown('Version', text('status.nodeInfo.kubeletVersion'))],
};

/** The time since an object's creation, in the form that kubectl prints. */
export function age(clock: SimClock, created: string): string {
  const seconds = Math.max(0, Math.floor((clock.now() - Date.parse(created)) / 1000));
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit));
  if (seconds < 120) return `${seconds}s`;
  if ((minutes ?? 0) < 10) return `${minutes}m${seconds % 60 || ''}${seconds % 60 ? 's' : ''}`;
  if ((hours ?? 0) < 3) return `${minutes}m`;
  return (days ?? 0) < 2 ? `${hours}h` : `${days}d`;
}

export function cellsOf(object: KubernetesObject, clock: SimClock): unknown[] {
  const { name, creationTimestamp } = object.metadata;
  const cells = (columns: Column[] = []) => columns.map(({ cell }) => cell(object));
  const [before, after] = [cells(COLUMNS[object.kind]), cells(AFTER_AGE[object.kind])];
  return [name, ...before, age(clock, creationTimestamp), ...after];
}

/** The `Table` from which kubectl prints a list or an object. */
export function tableView(kind: string, objects: KubernetesObject[], metadata: object, clock: SimClock) {
  const own = [...(COLUMNS[kind] ?? []), shown('Age', () => ''), ...(AFTER_AGE[kind] ?? [])];
  const columns = [shown('Name', () => ''), ...own];
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: columns.map(({ name, type }) => ({
      ...{ name, type, format: name === 'Name' ? 'name' : '', description: '', priority: 0 },
    })),
    rows: objects.map((object) => ({
      cells: cellsOf(object, clock),
      object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata },
    })),
  };
}
