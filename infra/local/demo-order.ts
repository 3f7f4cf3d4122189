import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ApiClient } from './api-client.ts';
import { OperatorError } from './operator-error.ts';
import type { Progress } from './progress.ts';
import type { SampleData } from './sample-data.ts';

const POLL_MS = 300;
/** An order that takes longer is not going to end well. */
const PATIENCE_MS = 10 * 60_000;

const accepted = z.object({ uuid: z.string(), marketplace_resource_uuid: z.string() });
const order = z.object({
  state: z.string(),
  error_message: z.string().nullish(),
  resource_uuid: z.string().nullish(),
});
const node = z.object({
  name: z.string(),
  role: z.string(),
  state: z.string(),
  runtime_state: z.string().nullish(),
  flavor_name: z.string().nullish(),
  internal_ips: z.array(z.string()).nullish(),
  addresses: z.array(z.string()).nullish(),
});
const clusterReply = z.object({
  uuid: z.string(),
  name: z.string(),
  state: z.string(),
  runtime_state: z.string().nullish(),
  kubernetes_version: z.string().nullish(),
  nodes: z.array(node),
});
const timeline = z.array(z.object({ created: z.string().nullish(), at: z.string().nullish(), message: z.string() }));
const terminated = z.object({ order_uuid: z.string() });

export type DemoCluster = z.infer<typeof clusterReply> & { readonly resourceUuid: string };

/**
 * Orders 3 servers and 3 agents, tells the timeline as it happens and answers the finished cluster.
 * @throws OperatorError with the order's error message when it erred
 */
export async function orderCluster(
  api: ApiClient,
  sample: SampleData,
  tell: Progress,
  interrupted: AbortSignal,
): Promise<DemoCluster> {
  const { uuid, marketplace_resource_uuid } = await api.post('marketplace-orders/', demoOrder(sample), accepted);
  tell('the order is accepted');
  const told = new Set<string>();
  const { resource_uuid } = await followOrder(api, uuid, interrupted, async (cluster) => {
    if (cluster) await tellEvents(api, cluster, told, tell);
  });
  if (!resource_uuid) throw new OperatorError('The order is done, but names no cluster.');
  const cluster = await api.get(`rancher-clusters/${resource_uuid}/`, clusterReply);
  return { ...cluster, resourceUuid: marketplace_resource_uuid };
}

/** Terminates the cluster and follows it until it is gone. */
export async function terminateCluster(
  api: ApiClient,
  { resourceUuid, uuid }: DemoCluster,
  tell: Progress,
  interrupted: AbortSignal,
): Promise<void> {
  const told = new Set<string>();
  await tellEvents(api, uuid, told, () => {}); // what happened before is known
  const { order_uuid } = await api.post(`marketplace-resources/${resourceUuid}/terminate/`, {}, terminated);
  await followOrder(api, order_uuid, interrupted, () => tellEvents(api, uuid, told, tell).catch(goneAlready));
  tell('nothing is left of it');
}

/** The cluster's own page goes with the cluster, maybe between two looks; the order says how it ended. */
function goneAlready(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('answered 404'))) throw error;
}

function demoOrder({ offering, project, tenants, subnets, flavors }: SampleData): object {
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
  look: (cluster: string | null | undefined) => Promise<void>,
): Promise<z.infer<typeof order>> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const current = await api.get(`marketplace-orders/${uuid}/`, order);
    await look(current.resource_uuid);
    if (current.state === 'done') return current;
    if (!['executing', 'pending-consumer', 'pending-provider'].includes(current.state))
      throw new OperatorError(`The order is ${current.state}: ${current.error_message || 'it gives no reason'}`);
    if (Date.now() > deadline) throw new OperatorError(`The order is still ${current.state}, which is too long.`);
    await sleep(POLL_MS, undefined, { signal: interrupted });
  }
}

async function tellEvents(api: ApiClient, cluster: string, told: Set<string>, tell: Progress): Promise<void> {
  const events = await api.get(`rancher-clusters/${cluster}/events/?page_size=200`, timeline);
  const when = ({ created, at }: (typeof events)[number]) => created ?? at ?? '';
  for (const event of events.toSorted((a, b) => when(a).localeCompare(when(b)))) {
    const key = JSON.stringify(event);
    if (!told.has(key)) tell(event.message);
    told.add(key);
  }
}
