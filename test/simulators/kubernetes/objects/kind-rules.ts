import { isDeepStrictEqual } from 'node:util';
import type { ApiResource } from '../api-resource.ts';
import { autoscalerProblems } from '../checks/autoscaler-problems.ts';
import { endpointSliceProblems } from '../checks/endpoint-slice-problems.ts';
import { ingressProblems } from '../checks/ingress-problems.ts';
import type { Problem } from '../checks/problem.ts';
import { cronJobProblems, workloadProblems } from '../checks/workload-problems.ts';
import { invalid, invalidFields } from '../kubernetes-error.ts';
import { canonicalQuantity } from '../quantity.ts';
import { checkDataKeys, secretBody } from '../secret-body.ts';
import { fieldAt, isRecord, type KubernetesObject } from './kubernetes-objects.ts';
import { serviceRule } from './service-rule.ts';

type Body = Record<string, unknown>;
type Rule = (name: string, body: Body, old: KubernetesObject | undefined) => Body;

const recordOf = (value: unknown): Body => (isRecord(value) ? value : {});

/** What the API server itself checks and fills in for each kind. @throws KubernetesError 422 */
const RULES: Record<string, Rule> = {
  Secret: (name, body, old) => {
    const made = secretBody(name, body);
    if (old && made.type !== old.type) {
      throw invalid({ kind: 'Secret' }, name, 'type', `Invalid value: "${made.type}": field is immutable`);
    }
    keepImmutable('Secret', name, made, old);
    return made;
  },
  ConfigMap: (name, body, old) => {
    checkDataKeys('ConfigMap', name, body.data);
    const filled = Object.entries(body).filter(([, value]) => !isRecord(value) || Object.keys(value).length > 0);
    const made = Object.fromEntries(filled);
    keepImmutable('ConfigMap', name, made, old);
    return made;
  },
  Namespace: (_name, { spec }, old) => ({
    spec: old?.spec ?? { finalizers: ['kubernetes'], ...recordOf(spec) },
    status: old?.status ?? { phase: 'Active' },
  }),
  // There is no scheduler here, so pods stay pending.
  Pod: (name, { spec }, old) => {
    const containers = fieldAt(spec, 'containers');
    if (!Array.isArray(containers) || containers.length === 0) {
      throw invalid({ kind: 'Pod' }, name, 'spec.containers', 'Required value');
    }
    return { spec, status: old?.status ?? { phase: 'Pending', qosClass: 'BestEffort' } };
  },
  Service: serviceRule,
  ResourceQuota: (_name, { spec, status }) => ({
    spec: withShortAmounts(recordOf(spec)),
    status: { used: {}, ...recordOf(status) },
  }),
  Deployment: (_name, { spec, ...rest }) => ({ spec: { replicas: 1, ...recordOf(spec) }, status: {}, ...rest }),
  StatefulSet: (_name, { spec, ...rest }) => ({ spec: { replicas: 1, ...recordOf(spec) }, status: {}, ...rest }),
};

/** The API server writes amounts in its own way: `4000m` becomes `4`. */
function withShortAmounts({ hard, ...spec }: Body): Body {
  const amounts = Object.entries(recordOf(hard)).map(([key, amount]) => [key, canonicalQuantity(String(amount))]);
  return { ...spec, ...(hard !== undefined && { hard: Object.fromEntries(amounts) }) };
}

function keepImmutable(kind: string, name: string, made: Body, old: KubernetesObject | undefined): void {
  if (old?.immutable !== true || isDeepStrictEqual(made.data, old.data)) return;
  throw invalid({ kind }, name, 'data', 'Forbidden: field is immutable when `immutable` is set');
}

/** The checks of each kind. They run before the API server fills in default values. */
const PROBLEMS: Record<string, (body: Body, old: KubernetesObject | undefined) => Problem[]> = {
  Deployment: workloadProblems,
  StatefulSet: workloadProblems,
  DaemonSet: workloadProblems,
  CronJob: cronJobProblems,
  Ingress: ingressProblems,
  HorizontalPodAutoscaler: autoscalerProblems,
  EndpointSlice: endpointSliceProblems,
};

export function completed(resource: ApiResource, name: string, body: Body, old?: KubernetesObject): Body {
  const { kind } = resource;
  const problems = PROBLEMS[kind]?.(body, old) ?? [];
  if (problems.length > 0) throw invalidFields(resource, name, problems);
  return RULES[kind]?.(name, body, old) ?? body;
}

/** Whether a controller acts on the `spec` of this kind and reports the generation that it has observed. */
export const hasGeneration = ({ group, kind }: ApiResource): boolean =>
  group === '' ? ['Pod', 'ReplicationController'].includes(kind) : group !== 'rbac.authorization.k8s.io';

/** Whether the answer to a completed DELETE is the object itself. Otherwise the answer is a `Status` with `Success`. */
export const isReturnedWhenDeleted = (object: KubernetesObject): boolean =>
  ['Namespace', 'Pod', 'Service', 'ServiceAccount', 'PersistentVolume', 'PersistentVolumeClaim'].includes(
    object.kind,
  ) || object.metadata.deletionTimestamp !== undefined;
