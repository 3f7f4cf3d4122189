import type { Admission } from '../kubernetes/kubernetes-context.ts';
import { invalidFields } from '../kubernetes/kubernetes-error.ts';
import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { valuesOf } from './class-patches.ts';
import { CLUSTER_CLASSES, CLUSTERS } from './kinds.ts';
import { listAt, textAt } from './management.ts';

type Problem = readonly [field: string, message: string];
const SEMANTIC = /^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[\w.-]+)?(\+[\w.-]+)?$/;
const AT = 'spec.topology.version';

function versionProblems(version: string, before: string | undefined): Problem[] {
  if (!SEMANTIC.test(version)) return [[AT, `Invalid value: "${version}": version must be a valid semantic version`]];
  const [to, from] = [version, before].map((one) => one?.replace(/^v/, '').split('.').map(Number));
  if (!to || !from) return [];
  const [plain, old] = [version.replace(/^v/, ''), (before ?? '').replace(/^v/, '')];
  const isLower =
    to[0] === from[0] && ((to[1] ?? 0) < (from[1] ?? 0) || (to[1] === from[1] && (to[2] ?? 0) < (from[2] ?? 0)));
  if (isLower) return [[AT, `Invalid value: "${version}": version cannot be decreased from "${old}" to "${plain}"`]];
  const isFar = (to[1] ?? 0) > (from[1] ?? 0) + 1;
  return isFar ? [[AT, `Invalid value: "${version}": version cannot be increased from "${old}" to "${plain}"`]] : [];
}

/**
 * A problem for each variable of the cluster that its class does not define. A missing class is no problem, since the
 * class may be made after the cluster.
 */
function variableProblems(topology: unknown, ofClass: KubernetesObject | undefined): Problem[] {
  if (!ofClass) return [];
  const defined = listAt(ofClass, 'spec.variables').map((one) => textAt(one, 'name'));
  return Object.entries(valuesOf(listAt(topology, 'variables')))
    .filter(([name]) => !defined.includes(name))
    .map(([name, value]) => [
      `spec.topology.variables[${name}]`,
      `Invalid value: ${JSON.stringify(JSON.stringify(value))}: variable is not defined`,
    ]);
}

/**
 * The webhook for clusters with a topology (Cluster API 1.10.5). This webhook accepts an even number of control plane
 * machines.
 */
export const clusterAdmission: Admission = ({ resource, namespace, name, body, old }, shelf) => {
  const topology = fieldAt(body, 'spec.topology');
  if (resource !== CLUSTERS || topology === undefined) return;
  const ofClass = shelf.get(CLUSTER_CLASSES, `${namespace}/${textAt(topology, 'class')}`);
  const problems = [
    ...versionProblems(textAt(topology, 'version') ?? '', textAt(old, AT)),
    ...variableProblems(topology, ofClass),
  ];
  if (problems.length === 0) return;
  const refusal = invalidFields(resource, name, problems);
  refusal.message = `admission webhook "validation.cluster.cluster.x-k8s.io" denied the request: ${refusal.message}`;
  throw refusal;
};
