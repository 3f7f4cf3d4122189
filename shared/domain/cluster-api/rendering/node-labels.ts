import type { NodeGroupSpec } from '../../planning/cluster-api/cluster-spec.ts';

/**
 * Domains of labels that Cluster API copies from a machine to its node. Changed labels are copied later, too, and the
 * machine is not replaced.
 */
const COPIED = [
  /^node-role\.kubernetes\.io\//,
  /^(?:.*\.)?node-restriction\.kubernetes\.io\//,
  /^(?:.*\.)?node\.cluster\.x-k8s\.io\//,
];
export const isCopied = (name: string): boolean => COPIED.some((domain) => domain.test(name));

const entries = (labels: Record<string, string>) => Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Labels of the machines of a group. They are on the nodes as well. A change replaces no machine.
 */
export const machineLabels = ({ name, role, labels }: NodeGroupSpec): Record<string, string> => ({
  ...Object.fromEntries(entries(labels).filter(([label]) => isCopied(label))),
  [`node-role.kubernetes.io/${role}`]: '',
  'node.cluster.x-k8s.io/nodegroup': name,
});

/**
 * Labels that only the kubelet can set, as its argument. Undefined if there are none. A change replaces the machines.
 */
export const kubeletLabels = ({ labels }: NodeGroupSpec): string | undefined =>
  entries(labels)
    .filter(([name]) => !isCopied(name))
    .map(([name, value]) => `${name}=${value}`)
    .join(',') || undefined;

/** All labels of the nodes of a group. */
export const nodeLabels = (group: NodeGroupSpec): Record<string, string> => ({
  ...group.labels,
  ...machineLabels(group),
});
