import { Invalid } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import type { ClusterApiSpec, NodeGroupSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { addOnsOf, apiServerOf, bootVolumeOf, textsOf, volumeOf } from '../../planning/cluster-api/label-parts.ts';
import { DEFAULT_GROUP } from '../../planning/cluster-api/plan-cluster-api.ts';
import { type ResolvedValues, resolveLabels } from '../../planning/cluster-api/resolve-labels.ts';
import { type AnyRule, LABELS } from '../../planning/cluster-api/template-labels.ts';
import { unsupportedSettings } from '../rendering/unsupported-settings.ts';
import type { ClusterForm } from './cluster-form.ts';
import type { GroupMachine } from './group-machines.ts';
import type { WantedChange } from './wanted-change.ts';

/** Labels to set, by name. Null resets a label to its default. */
export type LabelsChange = Readonly<Record<string, string | null>>;

const RULES: Readonly<Record<string, AnyRule>> = LABELS;
const SCALING = ['auto_scaling_enabled', 'min_node_count', 'max_node_count'] as const;

/** Why a label of a running cluster cannot change. Undefined if the label can change. */
function changeProblem(name: string): string | undefined {
  if (name === 'kube_tag') return 'The version of Kubernetes is changed by `upgrade_cluster_api`.';
  return RULES[name]?.change === 'immutable' ? 'This label of a running cluster cannot be changed.' : undefined;
}

/**
 * The first node group, with the limits and the number of machines that the changed labels set. `present` is the number
 * of machines that the group has now.
 */
function scaled(group: NodeGroupSpec, labels: ResolvedValues, present: number): NodeGroupSpec {
  const { max: _former, isCountDue: _due, ...kept } = group;
  const isAutoscaled = labels.auto_scaling_enabled;
  const min = labels.min_node_count ?? (isAutoscaled ? present : 0);
  const max = labels.max_node_count ?? (isAutoscaled ? min + 1 : undefined);
  // When autoscaling ends, the group keeps the number of machines that the autoscaler has set.
  const before = group.isAutoscaled ? present : group.replicas;
  const replicas = Math.max(min, Math.min(before, max ?? before));
  return {
    ...kept,
    ...{ isAutoscaled, min, replicas },
    ...(max !== undefined && { max }),
    ...(isAutoscaled && replicas !== present && { isCountDue: true }),
  };
}

function withZone(group: NodeGroupSpec, labels: ResolvedValues): NodeGroupSpec {
  const { availabilityZone: _former, ...kept } = group;
  return { ...kept, ...(labels.availability_zone !== undefined && { availabilityZone: labels.availability_zone }) };
}

/**
 * The settings of a machine after the change of labels. The labels set the boot volume. If the policy of the server
 * group has changed, the server group is left out. A later step creates a new server group, because Nova cannot change
 * the policy of an existing one.
 */
function withMachine<M extends Pick<NodeGroupSpec, 'bootVolume' | 'serverGroupId'>>(
  { bootVolume: _former, serverGroupId, ...machine }: M,
  labels: ResolvedValues,
  changed: ReadonlySet<string>,
) {
  const isKept = serverGroupId !== undefined && !changed.has('server_group_policies');
  return { ...machine, ...bootVolumeOf(labels), ...(isKept && { serverGroupId }) };
}

/** The spec after the change, with all settings that follow from the labels. */
function specWith(
  { etcdVolume: _etcd, containerInfraPrefix: _prefix, ...spec }: ClusterApiSpec,
  labels: ResolvedValues,
  changed: ReadonlySet<string>,
  present: number,
): ClusterApiSpec {
  const { apiServer, dockerVolume } = spec;
  const { certSans, tlsCipherSuites } = apiServerOf({ masterLbEnabled: false }, labels);
  const { etcd_volume_size: etcdSize, container_infra_prefix: containerInfraPrefix } = labels;
  const inFirst = (group: NodeGroupSpec): NodeGroupSpec => {
    const zoned = changed.has('availability_zone') ? withZone(group, labels) : group;
    return SCALING.some((name) => changed.has(name)) ? scaled(zoned, labels, present) : zoned;
  };
  return {
    ...spec,
    controlPlane: {
      ...withMachine(spec.controlPlane, labels, changed),
      availabilityZones: [...(labels.control_plane_availability_zones ?? [])],
    },
    nodeGroups: spec.nodeGroups
      .map((group) => withMachine(group, labels, changed))
      .map((group) => (group.name === DEFAULT_GROUP ? inFirst(group) : group)),
    apiServer: { ...apiServer, certSans, tlsCipherSuites },
    ...(etcdSize > 0 && { etcdVolume: volumeOf(etcdSize, labels.etcd_volume_type) }),
    ...(dockerVolume && { dockerVolume: volumeOf(dockerVolume.sizeGb, labels.docker_volume_type) }),
    addOns: addOnsOf({ networkDriver: spec.addOns.networkDriver }, labels),
    ...(containerInfraPrefix !== undefined && { containerInfraPrefix }),
  };
}

/** The labels after the change. Null removes a label, so that the label gets its default. */
const changedTexts = (before: Record<string, string>, change: LabelsChange): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).filter((entry): entry is [string, string] => entry[1] !== null),
  );

/**
 * The labels to store. Only the changed labels get new values. All other labels keep their stored values, even if their
 * defaults have changed since then.
 */
function labelsWith(stored: Record<string, string>, texts: Record<string, string>, changed: ReadonlySet<string>) {
  const kept = Object.entries(stored).filter(([name]) => !changed.has(name));
  return Object.fromEntries([...kept, ...Object.entries(texts).filter(([name]) => changed.has(name))]);
}

/**
 * Changes labels of a cluster. Throws Invalid if a label is unknown, has a wrong value, contradicts another label, or
 * cannot be changed. The errors are under `labels`, by the name of the label.
 */
export function withLabels(
  { spec, kubernetesVersion }: ClusterForm,
  change: LabelsChange,
  machines: readonly GroupMachine[],
): WantedChange {
  const { values } = resolveLabels({
    ...{ template: {}, ordered: changedTexts(spec.labels, change), merge: false },
    ...{ driver: spec.addOns.networkDriver, kubernetesVersion },
  });
  const texts = textsOf(values);
  const changed = new Set(Object.keys(change).filter((name) => spec.labels[name] !== texts[name]));
  const refused = new Refusals();
  for (const name of changed) {
    const problem = changeProblem(name);
    if (problem !== undefined) refused.add(name, problem);
  }
  if (!refused.isEmpty) throw new Invalid({ labels: refused.byField });
  const present = machines.filter(({ group }) => group === DEFAULT_GROUP).length;
  const wanted = { ...specWith(spec, values, changed, present), labels: labelsWith(spec.labels, texts, changed) };
  const unsupported = unsupportedSettings(wanted);
  if (unsupported.length > 0) throw new Invalid({ labels: unsupported });
  return { spec: wanted, kubernetesVersion, chosen: [] };
}
