import type { Cluster, NodeSummary } from '../cluster.ts';
import { percentOf } from '../operations/operation-phases.ts';

/**
 * How much of the work on a node is done, from 0 to 1. The time until the machine has registered in Rancher is the
 * longest part.
 */
function nodeShare({ state, backendId }: NodeSummary): number {
  if (state === 'CREATING') return backendId === '' ? 0.1 : 0.6;
  return state === 'OK' ? 1 : 0;
}
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * How much of the creation is done, in percent. The plan and the cluster in Rancher count 10 %, all nodes together 85
 * %. The rest is the final check of the cluster.
 */
function creationPercent({ nodes, backendId }: Pick<Cluster, 'nodes' | 'backendId'>): number {
  const start = (nodes.length > 0 ? 5 : 0) + (backendId === '' ? 0 : 5);
  return Math.floor(start + 85 * mean(nodes.map(nodeShare)));
}

/**
 * How much of the upgrade is done, in percent. All nodes together count 95 %. The rest is the final check of the
 * cluster.
 */
const upgradePercent = ({ nodes, upgrade }: Pick<Cluster, 'nodes' | 'upgrade'>): number =>
  Math.floor((95 * (upgrade?.upgradedNodes ?? 0)) / Math.max(1, nodes.length));

/**
 * Progress of the cluster's current or interrupted operation, from 0 to 100 percent. 100 if no operation is running or
 * interrupted. A deletion is at 50 percent when the deletion of all machines has been requested.
 */
export function progressOf(
  cluster: Pick<Cluster, 'state' | 'nodes' | 'backendId' | 'upgrade' | 'rancherOperation'>,
): number {
  if (
    cluster.state === 'CREATION_SCHEDULED' ||
    cluster.state === 'UPDATE_SCHEDULED' ||
    cluster.state === 'DELETION_SCHEDULED'
  )
    return 0;
  if (cluster.upgrade && (cluster.state === 'UPDATING' || cluster.state === 'ERRED')) return upgradePercent(cluster);
  const { rancherOperation: operation } = cluster;
  if (operation && (cluster.state === 'UPDATING' || cluster.state === 'ERRED')) {
    return percentOf(operation.wanted.kind, operation.phase);
  }
  if (cluster.state === 'CREATING' || cluster.state === 'ERRED') return creationPercent(cluster);
  if (cluster.state !== 'DELETING') return 100;
  return Math.floor(50 * mean(cluster.nodes.map((node) => (node.state === 'DELETING' ? 1 : 0))));
}
