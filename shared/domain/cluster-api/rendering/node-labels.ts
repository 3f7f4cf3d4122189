import type { NodeGroupSpec } from '../../planning/cluster-api/cluster-spec.ts';

/**
 * Domains of labels that Cluster API copies from a machine to its node. Cluster API also copies later changes of these
 * labels, and does not replace the machine.
 */
const COPIED = [
  /^node-role\.kubernetes\.io\//,
  /^(?:.*\.)?node-restriction\.kubernetes\.io\//,
  /^(?:.*\.)?node\.cluster\.x-k8s\.io\//,
];
export const isCopied = (name: string): boolean => COPIED.some((domain) => domain.test(name));

const entries = (labels: Record<string, string>) => Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));

/** Labels of the machines of a group. Cluster API copies them to the nodes, so a changed label replaces no machine. */
export const machineLabels = ({ name, role, labels }: NodeGroupSpec): Record<string, string> => ({
  ...Object.fromEntries(entries(labels).filter(([label]) => isCopied(label))),
  [`node-role.kubernetes.io/${role}`]: '',
  'node.cluster.x-k8s.io/nodegroup': name,
});

/**
 * Node labels that only the kubelet can set, as the value of its argument `node-labels`. Undefined if there are none.
 * If one of these labels changes, the machines are replaced.
 */
export const kubeletLabels = ({ labels }: NodeGroupSpec): string | undefined =>
  entries(labels)
    .filter(([name]) => !isCopied(name))
    .map(([name, value]) => `${name}=${value}`)
    .join(',') || undefined;

export const nodeLabels = (group: NodeGroupSpec): Record<string, string> => ({
  ...group.labels,
  ...machineLabels(group),
});
