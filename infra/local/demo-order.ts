import { z } from 'zod';
import { clusterDetailView, clusterEventView } from '#shared/contracts/rest/clusters/rancher-clusters';
import { terminatedView } from '#shared/contracts/rest/marketplace/marketplace-resources';
import { orderView } from '#shared/contracts/rest/marketplace/orders/order-view';
import type { ApiClient } from './api-client.ts';
import type { Progress } from './local-cloud.ts';
import { OperatorError } from './operator-error.ts';
import type { SampleData } from './sample-data.ts';
import { until } from './until.ts';

const POLL_MS = 300;
/** Maximum wait for the order. An order that takes longer has a problem. */
const PATIENCE_MS = 10 * 60_000;

const orderReply = orderView.pick({
  uuid: true,
  state: true,
  error_message: true,
  marketplace_resource_uuid: true,
  resource_uuid: true,
});
const clusterOrderReply = orderReply.extend({ resource_uuid: z.string() });
const clusterReply = clusterDetailView.pick({
  uuid: true,
  name: true,
  state: true,
  runtime_state: true,
  kubernetes_version: true,
  nodes: true,
  marketplace_resource_uuid: true,
});
const timeline = z.array(clusterEventView);

type DemoCluster = z.infer<typeof clusterReply>;

/**
 * Places the order, prints the timeline as it happens, and returns the finished cluster.
 * @throws OperatorError with the order's error message when the order has failed
 */
export async function orderDemoCluster(
  api: ApiClient,
  placed: object,
  progress: Progress,
  interrupted: AbortSignal,
): Promise<DemoCluster> {
  const order = await api.post('marketplace-orders/', placed, clusterOrderReply);
  progress('the order is accepted');
  const printed = new Set<string>();
  await followOrder(api, order.uuid, interrupted, () => printEvents(api, order.resource_uuid, printed, progress));
  return api.get(`rancher-clusters/${order.resource_uuid}/`, clusterReply);
}

export async function terminateCluster(
  api: ApiClient,
  { marketplace_resource_uuid, uuid }: DemoCluster,
  progress: Progress,
  interrupted: AbortSignal,
): Promise<void> {
  const printed = new Set<string>();
  await printEvents(api, uuid, printed, () => {}); // Marks earlier events as printed without printing them.
  const { order_uuid } = await api.post(
    `marketplace-resources/${marketplace_resource_uuid}/terminate/`,
    {},
    terminatedView,
  );
  await followOrder(api, order_uuid, interrupted, () => printEvents(api, uuid, printed, progress).catch(goneAlready));
  progress('the termination is done');
}

/**
 * Ignores a 404 for the cluster, which may be deleted between two polls. The order shows whether the termination
 * succeeded.
 */
function goneAlready(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('answered 404'))) throw error;
}

/** An order for a cluster with 3 servers and 3 agents in the sample data's tenant. */
export function demoOrder({ offering, project, tenants, subnets, flavors }: SampleData): object {
  const subnet = subnets['private-subnet'];
  const nodes = (role: string, flavor: string) =>
    Array.from({ length: 3 }, () => ({ role, subnet, flavor: flavors[flavor], system_volume_size: 64 * 1024 }));
  const attributes = {
    name: 'demo',
    tenant: tenants.demo,
    nodes: [...nodes('server', 'm1.medium'), ...nodes('agent', 'm1.large')],
  };
  return { offering, project, attributes };
}

async function followOrder(
  api: ApiClient,
  uuid: string,
  interrupted: AbortSignal,
  check: () => Promise<void>,
): Promise<void> {
  const tooLate = `The order did not end within ${PATIENCE_MS / 60_000} minutes.`;
  await until({ tooLate, timeoutMs: PATIENCE_MS, intervalMs: POLL_MS, signal: interrupted }, async () => {
    const { state, error_message } = await api.get(`marketplace-orders/${uuid}/`, orderReply);
    await check();
    if (state === 'done') return state;
    if (state !== 'executing') throw new OperatorError(`The order is ${state}: ${error_message || 'no reason given'}`);
    return undefined;
  });
}

async function printEvents(api: ApiClient, cluster: string, printed: Set<string>, progress: Progress): Promise<void> {
  for (const event of await api.get(`rancher-clusters/${cluster}/events/?page_size=200`, timeline)) {
    const key = JSON.stringify(event);
    const where = event.node_name === null ? '' : `${event.node_name}: `;
    if (!printed.has(key)) progress(`${where}${event.message}`, Date.parse(event.created));
    printed.add(key);
  }
}

interface DemoTimes {
  readonly startedAtMs: number;
  readonly orderedAtMs: number;
  readonly endedAtMs: number;
}

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
