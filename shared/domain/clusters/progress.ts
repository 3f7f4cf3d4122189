import type { Cluster, NodeSummary } from './cluster.ts';

/** Of what has to be done for a node: most of the time passes before its machine has registered in Rancher. */
function nodeShare({ state, backendId }: NodeSummary): number {
  if (state === 'CREATING') return backendId === '' ? 0.1 : 0.6;
  return state === 'OK' ? 1 : 0;
}
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Planning and the Rancher cluster are the first tenth; the nodes share the rest but the last look at the cluster. */
function creationPercent({ nodes, backendId }: Pick<Cluster, 'nodes' | 'backendId'>): number {
  const start = (nodes.length > 0 ? 5 : 0) + (backendId === '' ? 0 : 5);
  return Math.floor(start + 85 * mean(nodes.map(nodeShare)));
}

/** The last look at the cluster is what is left once all nodes run the new version. */
const upgradePercent = ({ nodes, upgrade }: Pick<Cluster, 'nodes' | 'upgrade'>): number =>
  Math.floor((95 * (upgrade?.upgradedNodes ?? 0)) / Math.max(1, nodes.length));

/**
 * Percent, 0 to 100, of what the cluster's current operation has done; 100 at rest. Of a deletion, asking for all machines
 * to go is the first half.
 */
export function progressOf(cluster: Pick<Cluster, 'state' | 'nodes' | 'backendId' | 'upgrade'>): number {
  if (
    cluster.state === 'CREATION_SCHEDULED' ||
    cluster.state === 'UPDATE_SCHEDULED' ||
    cluster.state === 'DELETION_SCHEDULED'
  )
    return 0;
  if (cluster.upgrade && (cluster.state === 'UPDATING' || cluster.state === 'ERRED')) return upgradePercent(cluster);
  if (cluster.state === 'CREATING' || cluster.state === 'ERRED') return creationPercent(cluster);
  if (cluster.state !== 'DELETING') return 100;
  return Math.floor(50 * mean(cluster.nodes.map((node) => (node.state === 'DELETING' ? 1 : 0))));
}
