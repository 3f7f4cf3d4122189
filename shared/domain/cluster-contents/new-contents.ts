import { Invalid } from '#shared/errors';
import type { ClusterContent } from './cluster-content.ts';
import { hpaFacts, serviceFacts, workloadFacts } from './content-facts.ts';
import { type KubernetesObject, kindOf } from './kubernetes-object.ts';

const DESCRIPTION = 'field.cattle.io/description';

/** Fields that a caller may set for every object. */
export type Described = { description?: string | undefined };
export type ServicePort = {
  name?: string | undefined;
  port: number;
  targetPort?: number | string | undefined;
  protocol?: string | undefined;
  nodePort?: number | undefined;
};
export type ServiceChange = Described & {
  type?: string | undefined;
  clusterIp?: string | undefined;
  ports?: readonly ServicePort[] | undefined;
  selector?: Readonly<Record<string, string>> | undefined;
};
export type IngressChange = Described & {
  ingressClass?: string | undefined;
  rules?: readonly {
    host: string;
    paths: readonly { path: string; pathType: string; service: string; port: number | string }[];
  }[];
};
export type HpaMetric = {
  name: string;
  type: 'Resource' | 'Pods' | 'External';
  target: { type: string; utilization?: number | undefined; averageValue?: string | undefined };
};
export type HpaChange = Described & {
  minReplicas?: number | undefined;
  maxReplicas?: number | undefined;
  metrics?: readonly HpaMetric[] | undefined;
};

/** Leaves out fields that the caller did not give. */
function given<T extends object>(fields: T): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
/** Rancher shows the description from an annotation. */
export const describedBy = ({ description }: Described): { annotations?: Record<string, string> } =>
  description === undefined ? {} : { annotations: { [DESCRIPTION]: description } };
const metadataOf = (described: Described): { metadata?: object } =>
  described.description === undefined ? {} : { metadata: describedBy(described) };

/**
 * Labels that the pods of all these workloads have. A service that has these labels as its selector reaches all
 * workloads. Throws Invalid if the pods have no common label.
 */
export function commonSelector(workloads: readonly ClusterContent[]): Record<string, string> {
  const [first = {}, ...others] = workloads.map(({ facts }) => workloadFacts.parse(facts).podLabels);
  const common = Object.entries(first).filter(([key, value]) => others.every((labels) => labels[key] === value));
  if (common.length === 0)
    throw new Invalid({
      target_workloads: ['The pods of these workloads have no label in common, so no service can select them all.'],
    });
  return Object.fromEntries(common);
}

/**
 * A merge patch of a service. If the selector changes, the patch removes labels of the old selector that the new
 * selector does not have.
 */
export function serviceChange(
  { type, clusterIp, ports, selector, ...described }: ServiceChange,
  before?: Pick<ClusterContent, 'facts'>,
) {
  const former = before ? Object.keys(serviceFacts.parse(before.facts).selector ?? {}) : [];
  const removed = Object.fromEntries(former.map((label) => [label, null]));
  const spec = given({
    type,
    clusterIP: clusterIp,
    ports: ports?.map(given),
    selector: selector && { ...removed, ...selector },
  });
  return { ...metadataOf(described), ...(Object.keys(spec).length > 0 && { spec }) };
}

export function ingressChange({ ingressClass, rules, ...described }: IngressChange) {
  const spec = given({
    ingressClassName: ingressClass,
    rules: rules?.map(({ host, paths }) => ({
      ...(host !== '' && { host }),
      http: {
        paths: paths.map(({ path, pathType, service: name, port }) => ({
          ...{ path, pathType },
          backend: { service: { name, port: typeof port === 'number' ? { number: port } : { name: port } } },
        })),
      },
    })),
  });
  return { ...metadataOf(described), ...(Object.keys(spec).length > 0 && { spec }) };
}

/** A metric as Kubernetes expects it. The field with the metric's details is named after the metric's type. */
function metricOf({ name, type, target }: HpaMetric) {
  const goal = given({
    type: target.type,
    averageUtilization: target.utilization,
    averageValue: target.averageValue,
  });
  const field = type === 'Resource' ? { resource: { name, target: goal } } : undefined;
  const byName = { metric: { name }, target: goal };
  return { type, ...(field ?? (type === 'Pods' ? { pods: byName } : { external: byName })) };
}

/** A merge patch of an autoscaler. Throws Invalid if the minimum number of replicas is above the maximum. */
export function hpaChange({ minReplicas, maxReplicas, metrics, ...described }: HpaChange, before?: ClusterContent) {
  const facts = before && hpaFacts.parse(before.facts);
  const [least, most] = [minReplicas ?? facts?.minReplicas, maxReplicas ?? facts?.maxReplicas];
  if (least !== undefined && most !== undefined && least > most) {
    throw new Invalid({ min_replicas: ['The minimum must not be above max_replicas.'] });
  }
  const spec = given({ minReplicas, maxReplicas, metrics: metrics?.map(metricOf) });
  return { ...metadataOf(described), ...(Object.keys(spec).length > 0 && { spec }) };
}

type Place = { type: ClusterContent['type']; name: string; namespace?: string };
type Patch = { metadata?: object; spec?: object };

/** A new Kubernetes object with the fields of a merge patch. */
export function newObject({ type, name, namespace }: Place, { metadata, ...fields }: Patch): KubernetesObject {
  const { apiVersion, kind } = kindOf({ type });
  return {
    apiVersion,
    kind,
    metadata: { ...metadata, name, ...(namespace !== undefined && { namespace }) },
    ...fields,
  };
}

/**
 * The reference from an autoscaler to its workload. Throws Invalid if the workload is neither a deployment nor a
 * stateful set.
 */
export function scaleTarget(workload: ClusterContent) {
  assertScalable(workload, 'workload');
  const { apiVersion, kind } = kindOf(workload);
  return { scaleTargetRef: { apiVersion, kind, name: workload.name } };
}

const SCALABLE = ['apps.deployment', 'apps.statefulset'];

/** Throws Invalid, with the error under `field`, if workloads of this type cannot be scaled. */
export function assertScalable({ type }: Pick<ClusterContent, 'type'>, field: string): void {
  if (SCALABLE.includes(type)) return;
  throw new Invalid({ [field]: ['Only deployments and stateful sets can be scaled.'] });
}

/** `kubectl rollout restart` sets this annotation to restart the pods of a workload. */
const RESTARTED = 'kubectl.kubernetes.io/restartedAt';
const RESTARTABLE = [...SCALABLE, 'apps.daemonset'];

/**
 * A merge patch that replaces all pods of a workload. Throws Invalid for a cron job, which has no pods between its
 * runs.
 */
export function restartChange({ type }: Pick<ClusterContent, 'type'>, now: Date) {
  if (!RESTARTABLE.includes(type))
    throw new Invalid(['A cron job cannot be redeployed: each run has a pod of its own.']);
  return { spec: { template: { metadata: { annotations: { [RESTARTED]: now.toISOString() } } } } };
}
