import { isSameValue } from '../../_core/values/deep-equal.ts';
import type { ControlPlaneSpec, NodeGroupSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { type AnyRule, LABELS } from '../../planning/cluster-api/template-labels.ts';
import { kubeletLabels } from '../rendering/node-labels.ts';
import type { ChangeClass, ChangedField } from './change-plan.ts';
import { type ClusterForm, CONTROL_PLANE, groupIn } from './cluster-form.ts';

const RULES: Readonly<Record<string, AnyRule>> = LABELS;

/** The cluster's labels that the change adds, changes or removes. One of these labels is the version of Kubernetes. */
function labelChanges({ spec: before }: ClusterForm, { spec: wanted }: ClusterForm): ChangedField[] {
  const names = new Set([...Object.keys(before.labels), ...Object.keys(wanted.labels)]);
  return [...names]
    .filter((name) => before.labels[name] !== wanted.labels[name])
    .map((field) => ({ group: '', field, class: RULES[field]?.change ?? 'rolls-all' }));
}

/** Fields of a group, as the API names them, and what a change of each field does to the machines. */
const GROUP_FIELDS: readonly (readonly [string, ChangeClass, (group: NodeGroupSpec) => unknown])[] = [
  ['node_count', 'in-place', ({ replicas }) => replicas],
  ['min_node_count', 'in-place', ({ min }) => min],
  ['max_node_count', 'in-place', ({ max }) => max],
  ['auto_scaling_enabled', 'in-place', ({ isAutoscaled }) => isAutoscaled],
  ['max_batch_size', 'in-place', ({ maxBatchSize }) => maxBatchSize],
  ['flavor_id', 'rolls-workers', ({ flavorName }) => flavorName],
  ['image_id', 'rolls-workers', ({ imageId }) => imageId],
  ['availability_zone', 'rolls-workers', ({ availabilityZone }) => availabilityZone],
  ['node_taints', 'rolls-workers', ({ taints }) => taints],
];

/**
 * Cluster API can change some labels of an existing node. The kubelet sets all other labels when a machine is made, so
 * a change of these labels replaces the machines.
 */
function nodeLabelChange(before: NodeGroupSpec, wanted: NodeGroupSpec): ChangedField[] {
  if (isSameValue(before.labels, wanted.labels)) return [];
  const isRolled = kubeletLabels(before) !== kubeletLabels(wanted);
  return [{ group: wanted.name, field: 'node_labels', class: isRolled ? 'rolls-workers' : 'in-place' }];
}

function groupChanges({ spec: before }: ClusterForm, { spec: wanted }: ClusterForm): ChangedField[] {
  const whole = (group: string): ChangedField => ({ group, field: 'name', class: 'in-place' });
  const kept = wanted.nodeGroups.flatMap((group) => {
    const old = groupIn(before, group.name);
    if (!old) return [whole(group.name)];
    const fields = GROUP_FIELDS.filter(([, , of]) => !isSameValue(of(old), of(group)));
    return [
      ...fields.map(([field, kind]) => ({ group: group.name, field, class: kind })),
      ...nodeLabelChange(old, group),
    ];
  });
  const deleted = before.nodeGroups.filter(({ name }) => !groupIn(wanted, name));
  return [...kept, ...deleted.map(({ name }) => whole(name))];
}

const CONTROL_PLANE_FIELDS: readonly (readonly [string, ChangeClass, (spec: ControlPlaneSpec) => unknown])[] = [
  ['node_count', 'in-place', ({ replicas }) => replicas],
  ['flavor_id', 'rolls-control-plane', ({ flavorName }) => flavorName],
  ['image_id', 'rolls-control-plane', ({ imageId }) => imageId],
];

/** Fields that a rotation changes. Callers do not set these fields: a rotation gives them new values. */
function rotated({ spec: before }: ClusterForm, { spec: wanted }: ClusterForm): ChangedField[] {
  const isNewCredential = before.credentialGeneration !== wanted.credentialGeneration;
  const isRolled = before.controlPlaneNewerThan !== wanted.controlPlaneNewerThan;
  return [
    ...(isNewCredential ? [{ group: '', field: 'application_credential', class: 'in-place' as const }] : []),
    ...(isRolled ? [{ group: CONTROL_PLANE, field: 'certificates', class: 'rolls-control-plane' as const }] : []),
  ];
}

/** All fields that the change affects, with what the change of each field does to the machines. */
export function changedFields(before: ClusterForm, wanted: ClusterForm): ChangedField[] {
  const [old, next] = [before.spec.controlPlane, wanted.spec.controlPlane];
  const ofControlPlane = CONTROL_PLANE_FIELDS.filter(([, , of]) => of(old) !== of(next)).map(([field, kind]) => ({
    group: CONTROL_PLANE,
    field,
    class: kind,
  }));
  return [
    ...labelChanges(before, wanted),
    ...ofControlPlane,
    ...groupChanges(before, wanted),
    ...rotated(before, wanted),
  ];
}
