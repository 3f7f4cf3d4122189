import type { DemoCluster } from './demo-order.ts';

export interface DemoTimes {
  readonly startedAtMs: number;
  readonly orderedAtMs: number;
  readonly endedAtMs: number;
}

/** What the order has become, as a table for a terminal. */
export function clusterSummary(cluster: DemoCluster, { startedAtMs, orderedAtMs, endedAtMs }: DemoTimes): string {
  const { name, state, runtime_state, kubernetes_version, nodes } = cluster;
  const rows = nodes
    .toSorted((a, b) => b.role.localeCompare(a.role) || a.name.localeCompare(b.name))
    .map(({ name, role, initial_data, addresses, state, runtime_state }) => [
      name,
      role,
      initial_data.flavor_name,
      addresses.join(' '),
      `${state} ${runtime_state}`,
    ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`);
  return [
    '',
    `Cluster ${name} is ${state} (${runtime_state}), Kubernetes ${kubernetes_version}:`,
    ...table,
    `From order to ${state} ${seconds(endedAtMs - orderedAtMs)}, from nothing ${seconds(endedAtMs - startedAtMs)}.`,
    '',
  ].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
