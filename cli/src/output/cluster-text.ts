import type { ClusterDetail } from '../find/find-cluster.ts';

/** One line that summarizes a cluster. */
export const clusterSummary = ({ name, state, runtime_state, kubernetes_version, nodes }: ClusterDetail): string =>
  `Cluster ${name} is ${state}${runtime_state === '' ? '' : ` (${runtime_state})`}: Kubernetes ${kubernetes_version}, ${nodes.length} nodes.\n`;
