import type { DemoCluster } from './demo-order.ts';

export interface DemoTimes {
  readonly startedAtMs: number;
  readonly orderedAtMs: number;
  readonly endedAtMs: number;
}

/** What the order has become, as a table for a terminal. */
export function clusterSummary(cluster: DemoCluster, { startedAtMs, orderedAtMs, endedAtMs }: DemoTimes): string {
  const rows = cluster.nodes
    .toSorted((a, b) => b.role.localeCompare(a.role) || a.name.localeCompare(b.name))
    .map(({ name, role, addresses, internal_ips, state, runtime_state }) => [
      name,
      role,
      (addresses ?? internal_ips ?? []).join(' ') || '-',
      [state, runtime_state].filter(Boolean).join(' '),
    ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`);
  const health = [cluster.runtime_state, cluster.kubernetes_version].filter(Boolean).join(', ');
  return [
    '',
    `Cluster ${cluster.name} is ${cluster.state}${health && ` (${health})`}:`,
    ...table,
    `From order to ${cluster.state} ${seconds(endedAtMs - orderedAtMs)}, from nothing ${seconds(endedAtMs - startedAtMs)}.`,
    '',
  ].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
