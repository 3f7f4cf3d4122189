import type { ClusterRun } from '../clusters/run-cluster.ts';
import type { Figure } from '../figure.ts';
import { addedUsage, totalOf, type Usage } from './estimate.ts';
import { PRICES_READ } from './prices.ts';
import { usageOf } from './usage.ts';

/** The cluster sizes, in nodes, for which the costs are shown. */
const NODES = [6, 21];

export type Costed = { title: string; usage: Usage };

export function costedClusters(runs: readonly ClusterRun[]): Costed[] {
  return runs
    .filter(({ nodes }) => NODES.includes(nodes))
    .map(({ nodes, creation, deletion }) => ({
      title: `${nodes} VMs, creation and deletion`,
      usage: addedUsage(usageOf(creation), usageOf(deletion)),
    }));
}

export const costFigures = (costed: readonly Costed[]): Figure[] =>
  costed.map(({ title, usage }) => ({
    name: `AWS cost: ${title}`,
    value: totalOf(usage),
    unit: 'USD',
    note: `estimate; prices of us-east-1, read ${PRICES_READ}`,
  }));
