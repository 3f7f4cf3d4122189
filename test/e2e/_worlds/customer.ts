import { z } from 'zod';
import { callApi } from '#infra/local/api-client';
import type { Endpoints, Person } from '#infra/local/endpoints';
import { until } from '#infra/local/until';

const orderReply = z.object({
  uuid: z.string(),
  state: z.string(),
  type: z.string(),
  marketplace_resource_uuid: z.string(),
  resource_uuid: z.string().nullable(),
  error_message: z.string(),
});
const nodeReply = z.object({
  uuid: z.string(),
  name: z.string(),
  role: z.string(),
  state: z.string(),
  runtime_state: z.string(),
  backend_id: z.string(),
});
const failedServersReply = z.object({
  failed_servers: z.array(
    z.object({ instance_backend_id: z.string(), message: z.string(), request_id: z.string().nullable() }),
  ),
});
const failureReply = z.object({
  code: z.string(),
  owner: z.string(),
  message: z.string(),
  step: z.string(),
  retryable: z.boolean(),
});
const clusterReply = z.object({
  uuid: z.string(),
  name: z.string(),
  state: z.string(),
  runtime_state: z.string(),
  progress: z.number(),
  current_step: z.string(),
  access_url: z.string(),
  backend_id: z.string(),
  error_message: z.string(),
  last_error: failureReply.nullable(),
  nodes: z.array(nodeReply),
});
const eventReply = z.object({
  created: z.string(),
  step: z.string(),
  message: z.string(),
  node_name: z.string().nullable(),
});

/** Generous, because two cores may be busy. The limit only matters if a test fails. */
const PATIENCE_MS = 240_000;

/** A person who uses only the HTTP API of the deployed stage. */
export function personAt(
  { api, tokens, sample }: Endpoints,
  person: Person,
  { timeoutMs = PATIENCE_MS, intervalMs = 100 } = {},
) {
  const caller = { baseUrl: api, token: tokens[person] };
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const { text, ...answer } = await callApi(caller, { method, path, body, headers });
    return { ...answer, body: text === '' ? undefined : JSON.parse(text) };
  };
  const node = (role: 'server' | 'agent') => ({
    role,
    subnet: sample.subnets['private-subnet'],
    flavor: sample.flavors['m1.medium'],
    system_volume_size: 65_536,
  });
  const orderState = (uuid: string, wanted: readonly string[]) => {
    const tooLate = `Order ${uuid} is not ${wanted.join(' or ')} after ${timeoutMs} ms.`;
    return until({ tooLate, timeoutMs, intervalMs }, async () => {
      const order = orderReply.parse((await call('GET', `marketplace-orders/${uuid}/`)).body);
      return wanted.includes(order.state) ? order : undefined;
    });
  };
  return {
    call,
    clusterOrder: (name: string, servers: number, agents: number) => ({
      offering: sample.offering,
      project: sample.project,
      attributes: {
        name,
        tenant: sample.tenants.demo,
        nodes: [
          ...Array.from({ length: servers }, () => node('server')),
          ...Array.from({ length: agents }, () => node('agent')),
        ],
      },
    }),
    place: async (body: unknown, headers?: Record<string, string>) => {
      const answer = await call('POST', 'marketplace-orders/', body, headers);
      if (answer.status !== 201)
        throw new Error(`the order was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return orderReply.parse(answer.body);
    },
    ended: (uuid: string) => orderState(uuid, ['done', 'erred', 'canceled']),
    cluster: async (uuid: string) => clusterReply.parse((await call('GET', `rancher-clusters/${uuid}/`)).body),
    failedServers: async (nodeUuid: string) =>
      failedServersReply.parse((await call('GET', `rancher-nodes/${nodeUuid}/`)).body).failed_servers,
    events: async (uuid: string) =>
      z.array(eventReply).parse((await call('GET', `rancher-clusters/${uuid}/events/?page_size=300`)).body),
    terminate: async (resourceUuid: string, headers?: Record<string, string>) => {
      const { body } = await call('POST', `marketplace-resources/${resourceUuid}/terminate/`, {}, headers);
      return orderState(z.object({ order_uuid: z.string() }).parse(body).order_uuid, ['done', 'erred']);
    },
  };
}
