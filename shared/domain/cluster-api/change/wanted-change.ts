import { Invalid } from '#shared/errors';
import type { ClusterApiSpec, NodeGroupSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { type ClusterForm, CONTROL_PLANE, groupIn, withGroup } from './cluster-form.ts';
import type { GroupMachine } from './group-machines.ts';

/** The cluster that a request wants. `chosen` names the machines that are deleted first if a group gets smaller. */
export type WantedChange = ClusterForm & { chosen: readonly string[] };

const refuse = (field: string, message: string): Invalid => new Invalid({ [field]: [message] });
export const noGroup = (field: string, name: string): Invalid =>
  refuse(field, `The cluster has no node group ${name}.`);

/**
 * A request for another number of machines. If the group gets smaller, the machines in `machines` are deleted first.
 * Each machine is named by its own name, or by the name of its node or its server.
 */
export type Resize = { group: string; nodeCount: number; machines: readonly string[] };

function controlPlaneProblem({ apiServer, infrastructure }: ClusterApiSpec, count: number): string | undefined {
  // Cluster API would accept an even number. But etcd with 4 members survives no more failures than with 3 members, so
  // even numbers are refused.
  if (count % 2 === 0) return 'Enter an odd number, because etcd needs a majority of its members.';
  if (count > 1 && infrastructure === 'openstack' && !apiServer.loadBalancer) {
    return 'The cluster has no load balancer for its API, so it can have only one control plane machine.';
  }
  return undefined;
}

/** Why a group cannot have this number of machines. Undefined if the number is allowed. */
export function countProblem({ min, max }: Pick<NodeGroupSpec, 'min' | 'max'>, count: number): string | undefined {
  if (count < min) return `Enter at least ${min}, the \`min_node_count\` of the group.`;
  return max !== undefined && count > max ? `Enter at most ${max}, the \`max_node_count\` of the group.` : undefined;
}

/**
 * Sets the number of machines. In an autoscaled group, Paddock writes this number until Cluster API has reached it.
 * After that, the autoscaler sets the number.
 */
export const withCount = (group: NodeGroupSpec, replicas: number): NodeGroupSpec => ({
  ...group,
  replicas,
  ...(group.isAutoscaled && { isCountDue: true }),
});

function withNumber(spec: ClusterApiSpec, { group, nodeCount }: Resize): ClusterApiSpec {
  if (group === CONTROL_PLANE) {
    const problem = controlPlaneProblem(spec, nodeCount);
    if (problem !== undefined) throw refuse('node_count', problem);
    return { ...spec, controlPlane: { ...spec.controlPlane, replicas: nodeCount } };
  }
  const found = groupIn(spec, group);
  if (!found) throw noGroup('nodegroup', group);
  const problem = countProblem(found, nodeCount);
  if (problem !== undefined) throw refuse('node_count', problem);
  return withGroup(spec, withCount(found, nodeCount));
}

/**
 * Names of the chosen machines.
 * @param known names of the machines that an interrupted change has chosen. Some of these machines may already be
 * deleted.
 */
function chosenOf(
  { group, nodeCount, machines: wanted }: Resize,
  machines: readonly GroupMachine[],
  known: readonly string[],
): string[] {
  const present = machines.filter((machine) => machine.group === group);
  const found = wanted.map((text) => present.find(({ names }) => names.includes(text))?.name);
  const unknown = wanted.filter((text, index) => found[index] === undefined && !known.includes(text));
  if (unknown.length > 0) throw refuse('nodes_to_remove', `The group has no machine ${unknown.join(', ')}.`);
  const chosen = [...new Set(found.filter((name) => name !== undefined))];
  const leaving = Math.max(0, present.length - nodeCount);
  if (chosen.length > leaving) {
    throw refuse(
      'nodes_to_remove',
      `This change removes ${leaving} of the ${present.length} machines of the group, so name at most ${leaving} machines.`,
    );
  }
  return chosen;
}

/** The cluster with another number of machines in one group. Throws Invalid if the group cannot have this number. */
export const resized = (
  { spec, kubernetesVersion }: ClusterForm,
  resize: Resize,
  { machines, chosen }: { machines: readonly GroupMachine[]; chosen: readonly string[] },
): WantedChange => ({
  spec: withNumber(spec, resize),
  kubernetesVersion,
  chosen: chosenOf(resize, machines, chosen),
});
