import type { ClusterApiSpec, NodeGroupSpec } from '../../planning/cluster-api/cluster-spec.ts';

/** The specification and the Kubernetes version that a cluster has now or is to have. */
export type ClusterForm = { spec: ClusterApiSpec; kubernetesVersion: string };

/** Magnum's name of the group of control plane machines. Every cluster has this group. */
export const CONTROL_PLANE = 'default-master';

/** The node group with this name. Undefined for the control plane, which is not a node group. */
export const groupIn = ({ nodeGroups }: ClusterApiSpec, wanted: string): NodeGroupSpec | undefined =>
  nodeGroups.find(({ name }) => name === wanted);

/** Returns the spec with `group` in place of the group with the same name. */
export const withGroup = (spec: ClusterApiSpec, group: NodeGroupSpec): ClusterApiSpec => ({
  ...spec,
  nodeGroups: spec.nodeGroups.map((one) => (one.name === group.name ? group : one)),
});
