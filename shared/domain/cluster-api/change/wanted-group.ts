import { Conflict, Invalid } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import type { Flavor, TenantFacts } from '../../planning/cloud-facts.ts';
import type { ClusterApiSpec, NodeGroupSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { named } from '../../planning/cluster-api/named-object.ts';
import { DEFAULT_GROUP } from '../../planning/cluster-api/plan-cluster-api.ts';
import { labelProblems, taintProblems } from '../../pools/order/label-problems.ts';
import { isCopied } from '../rendering/node-labels.ts';
import { type ClusterForm, CONTROL_PLANE, groupIn, withGroup } from './cluster-form.ts';
import type { GroupMachine } from './group-machines.ts';
import { countProblem, resized, type WantedChange, withCount } from './wanted-change.ts';

/**
 * Fields of a node group that a user may set. In a change, absent fields keep their values. In a new group, absent
 * fields get their defaults.
 */
export type GroupFields = {
  nodeCount?: number | undefined;
  min?: number | undefined;
  /** Null removes the limit. */
  max?: number | null | undefined;
  isAutoscaled?: boolean | undefined;
  /** Name or id of a flavor. */
  flavor?: string | undefined;
  /** An empty text leaves the choice to the cloud. */
  availabilityZone?: string | undefined;
  maxBatchSize?: number | undefined;
  labels?: Record<string, string> | undefined;
  taints?: NodeGroupSpec['taints'] | undefined;
};
export type NewGroup = GroupFields & { name: string; role: string };

type Tenant = Pick<TenantFacts, 'tenant' | 'flavors'>;

/**
 * The names of machines contain the group's name. Kubernetes allows 63 characters for the name of a machine, so a
 * group's name has at most 30 characters.
 */
const NAME = /^[a-z](?:[-a-z0-9]{0,28}[a-z0-9])?$/;
const ROLE = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
/** Names of roles that Kubernetes and its tools give to control plane machines. */
const CONTROL_PLANE_ROLES: readonly string[] = ['master', 'control-plane'];

function flavorOf(wanted: string | undefined, { tenant, flavors }: Tenant, refused: Refusals): Flavor | undefined {
  if (wanted === undefined) return undefined;
  const found = named(flavors, wanted);
  if (!found) refused.add('flavor_id', `Tenant ${tenant.name} has no flavor ${wanted}.`);
  return found;
}

/**
 * The number of machines. Without `node_count`, a number outside the new bounds is set to the nearest bound.
 * @param before the number before the change
 */
function countOf({ nodeCount }: GroupFields, { min, max }: NodeGroupSpec, before: number, refused: Refusals): number {
  if (nodeCount === undefined) return Math.max(min, Math.min(before, max ?? before));
  const problem = countProblem({ min, max }, nodeCount);
  if (problem !== undefined) refused.add('node_count', problem);
  return nodeCount;
}

const sizeOf = ({ name: flavorName, vcpus, ramMb, diskGb }: Flavor) => ({ flavorName, vcpus, ramMb, diskGb });

const ROLE_LABEL = 'node-role.kubernetes.io/';

/**
 * Checks labels of nodes. Cluster API copies labels of some domains to nodes, and `labelProblems` refuses some of these
 * domains. So copied labels are checked without their domain, except role labels, which are refused. All other labels
 * are checked with their domain.
 */
const nodeLabelProblems = (labels: Record<string, string>): string[] =>
  labelProblems(
    Object.fromEntries(
      Object.entries(labels).map(([key, value]) =>
        isCopied(key) && !key.startsWith(ROLE_LABEL) ? [key.slice(key.indexOf('/') + 1), value] : [key, value],
      ),
    ),
  );

/**
 * The tenant, and the number of machines that the group has now (`present`). This number may differ from the number
 * that a user has set, because an autoscaler may have changed it.
 */
type GroupFacts = Tenant & { present: number };

/** The group with the given fields. Errors go to `refused`. */
function changedGroup(
  group: NodeGroupSpec,
  fields: GroupFields,
  { present, ...tenant }: GroupFacts,
  refused: Refusals,
): NodeGroupSpec {
  const { max: maxBefore, availabilityZone: zoneBefore, ...kept } = group;
  const { min = group.min, max = maxBefore, availabilityZone = zoneBefore } = fields;
  const { isAutoscaled = group.isAutoscaled, maxBatchSize = group.maxBatchSize } = fields;
  const { labels = group.labels, taints = group.taints } = fields;
  const flavor = flavorOf(fields.flavor, tenant, refused);
  if (typeof max === 'number' && max < min) {
    refused.add('max_node_count', `Enter at least ${min}, which is \`min_node_count\`.`);
  }
  for (const problem of nodeLabelProblems(labels)) refused.add('node_labels', problem);
  for (const problem of taintProblems(taints)) refused.add('node_taints', problem);
  const next: NodeGroupSpec = {
    ...kept,
    ...(flavor && sizeOf(flavor)),
    ...{ min, isAutoscaled, labels, taints },
    ...(typeof max === 'number' && { max }),
    ...(availabilityZone && { availabilityZone }),
    ...(maxBatchSize !== undefined && { maxBatchSize }),
  };
  const before = group.isAutoscaled ? present : group.replicas;
  const count = countOf(fields, next, before, refused);
  if (count !== before || fields.nodeCount !== undefined) return withCount(next, count);
  // When autoscaling ends, the group keeps the number of machines that the autoscaler has set.
  return isAutoscaled ? next : { ...next, replicas: before };
}

const throwIf = (refused: Refusals): void => {
  if (!refused.isEmpty) throw new Invalid(refused.byField);
};

/**
 * A new group with the defaults. Flavor, image, boot volume and availability zone are those of the default group, or of
 * the first group if there is no default group. If the cluster has no group, the control plane's flavor, image and boot
 * volume are used.
 */
function likeFirst({ nodeGroups, controlPlane }: ClusterApiSpec, name: string, role: string): NodeGroupSpec {
  const first = nodeGroups.find((group) => group.name === DEFAULT_GROUP) ?? nodeGroups[0];
  const { flavorName, imageId, bootVolume, availabilityZone } = {
    availabilityZone: undefined,
    ...(first ?? controlPlane),
  };
  const { vcpus = 0, ramMb = 0, diskGb = 0 } = first ?? {};
  return {
    ...{ name, role, replicas: 1, min: 0, isAutoscaled: false, labels: {}, taints: [] },
    ...{ flavorName, imageId, vcpus, ramMb, diskGb },
    ...(bootVolume && { bootVolume }),
    ...(availabilityZone !== undefined && { availabilityZone }),
  };
}

/** The cluster with a further node group. Throws Invalid with an error for each wrong field. */
export function withNewGroup(
  { spec, kubernetesVersion }: ClusterForm,
  { name, role, ...fields }: NewGroup,
  tenant: Tenant,
): WantedChange {
  const refused = new Refusals();
  if (!NAME.test(name)) {
    refused.add('name', 'Enter at most 30 small letters, digits and hyphens. Begin with a letter.');
  } else if (name === CONTROL_PLANE || groupIn(spec, name)) {
    refused.add('name', `The cluster already has a node group ${name}.`);
  }
  if (CONTROL_PLANE_ROLES.includes(role)) {
    refused.add('role', 'A cluster has one group of control plane machines. Resize this group instead.');
  } else if (!ROLE.test(role)) refused.add('role', 'Enter small letters, digits and hyphens.');
  const group = changedGroup(
    likeFirst(spec, name, role),
    { nodeCount: 1, ...fields },
    { ...tenant, present: 0 },
    refused,
  );
  throwIf(refused);
  return { spec: { ...spec, nodeGroups: [...spec.nodeGroups, group] }, kubernetesVersion, chosen: [] };
}

/** The cluster with changed control plane machines. Only their number and flavor can be changed. */
function withControlPlane(form: ClusterForm, fields: GroupFields, tenant: Tenant): WantedChange {
  const refused = new Refusals();
  const { nodeCount = form.spec.controlPlane.replicas, flavor: wanted, ...others } = fields;
  if (Object.values(others).some((value) => value !== undefined)) {
    refused.add('non_field_errors', 'Only `node_count` and `flavor_id` of the control plane can be changed.');
  }
  const flavor = flavorOf(wanted, tenant, refused);
  throwIf(refused);
  const { controlPlane } = form.spec;
  const spec = { ...form.spec, controlPlane: { ...controlPlane, ...(flavor && { flavorName: flavor.name }) } };
  const resize = { group: CONTROL_PLANE, nodeCount, machines: [] };
  return resized({ ...form, spec }, resize, { machines: [], chosen: [] });
}

/**
 * The cluster with changed fields of a group. Throws Invalid with an error for each wrong field.
 * @param machines the machines that the cluster has now
 */
export function withChangedGroup(
  form: ClusterForm,
  name: string,
  fields: GroupFields,
  { machines, tenant }: { machines: readonly GroupMachine[]; tenant: Tenant },
): WantedChange {
  const group = groupIn(form.spec, name);
  if (!group) return withControlPlane(form, fields, tenant);
  const refused = new Refusals();
  const present = machines.filter((machine) => machine.group === name).length;
  const next = changedGroup(group, fields, { ...tenant, present }, refused);
  throwIf(refused);
  return { ...form, spec: withGroup(form.spec, next), chosen: [] };
}

/**
 * The cluster after the named node group is removed. Throws Conflict for a group that was created together with the
 * cluster.
 */
export function withoutGroup({ spec, kubernetesVersion }: ClusterForm, name: string): WantedChange {
  if (name === CONTROL_PLANE || name === DEFAULT_GROUP) {
    throw new Conflict(`Node group ${name} was made together with the cluster, so this group cannot be deleted.`);
  }
  const nodeGroups = spec.nodeGroups.filter((group) => group.name !== name);
  return { spec: { ...spec, nodeGroups }, kubernetesVersion, chosen: [] };
}
