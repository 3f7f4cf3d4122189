import { parseQuantity } from '../_core/values/kubernetes-quantity.ts';
import type { Cluster } from './cluster.ts';

/** Sums as Kubernetes quantities: CPU in cores or thousandths of a core, memory in whole Mi, pods as a number. */
export type Figures = { cpu: string; memory: string; pods: string };
export type ClusterSums = {
  nodes: number;
  /** Number of clusters without figures, because they do not run yet or Rancher has not reported figures. */
  withoutFigures: number;
  capacity: Figures;
  requested: Figures;
};
type RecordedNode = Pick<Cluster, 'capacity' | 'requested' | 'nodes'>;
const MILLI = 1000;
const MEBIBYTE = 2 ** 20;

/**
 * The sum of one quantity. Unreadable quantities count as 0. Sums of decimal fractions are not exact in floating point,
 * so whole thousandths are added.
 */
function sumOf(all: readonly Record<string, string>[], name: keyof Figures): number {
  return all.reduce((sum, figures) => sum + Math.round((parseQuantity(figures[name] ?? '') ?? 0) * MILLI), 0) / MILLI;
}

const coresOf = (cores: number): string => (Number.isInteger(cores) ? `${cores}` : `${Math.round(cores * MILLI)}m`);

const figuresOf = (all: readonly Record<string, string>[]): Figures => ({
  cpu: coresOf(sumOf(all, 'cpu')),
  memory: `${Math.floor(sumOf(all, 'memory') / MEBIBYTE)}Mi`,
  pods: `${Math.round(sumOf(all, 'pods'))}`,
});

/** Sums over several clusters: their capacity, and what their workloads request. */
export const sumsOf = (clusters: readonly RecordedNode[]): ClusterSums => ({
  nodes: clusters.reduce((sum, { nodes }) => sum + nodes.length, 0),
  withoutFigures: clusters.filter(({ capacity }) => Object.keys(capacity).length === 0).length,
  capacity: figuresOf(clusters.map(({ capacity }) => capacity)),
  requested: figuresOf(clusters.map(({ requested }) => requested)),
});
