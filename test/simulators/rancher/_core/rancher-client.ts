import { expect, vi } from 'vitest';
import { z } from 'zod';
import { type RunningSimulator, serveSimulator } from '../../_kit/serve-simulator.ts';
import { simClock } from '../../_kit/sim-clock.ts';
import { simulator } from '../../rancher.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
/** The fields that tests read from any object in Rancher's answers. A missing field is ''. */
const view = z.looseObject({
  ...{ id: text, name: text, state: text, clusterId: text, requestedHostname: text },
  ...{ token: text, nodeCommand: text, config: text, value: text },
});
const machineRows = z.looseObject({
  machines: z.array(z.object({ requestedHostname: z.string(), address: z.string(), roles: z.unknown() })),
});

/**
 * Repeats a check until it succeeds, for at most 15 s. Vitest's default limit of one second is too short on a busy
 * machine.
 */
export const eventually = <T>(check: () => Promise<T>): Promise<T> =>
  vi.waitFor(check, { interval: 5, timeout: 15_000 });

/** A Rancher on a free port with an administrator's key, for tests that act as Paddock and as machines. */
export async function startRancher(delays: Record<string, number> = {}, clock = simClock()) {
  const definition = simulator([], clock);
  const running: RunningSimulator = await serveSimulator(definition);
  Object.assign(definition.delays, { pace: 0.005, ...delays });
  const { access_key, secret_key } = definition.credentials(running.url);
  const basic = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;

  async function send(method: string, path: string, body?: unknown, authorization = basic) {
    const answer = await fetch(running.url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5000),
    });
    const text = await answer.text();
    const received: unknown = /^[[{]/.test(text) ? JSON.parse(text) : text;
    return {
      status: answer.status,
      body: received,
      object: () => view.parse(received),
      rows: () => z.object({ data: z.array(view) }).parse(received).data,
    };
  }
  const registered = async () => machineRows.parse((await send('GET', '/_sim/state')).body).machines;
  return { ...running, definition, send, registered, pair: `${access_key}:${secret_key}` };
}

export type TestRancher = Awaited<ReturnType<typeof startRancher>>;

/** Orders a cluster. Waits until its v3 cluster and its default token are there. */
export async function orderCluster({ send }: TestRancher, name = 'blue', more: object = {}) {
  const metadata = { name, namespace: 'fleet-default', labels: { owner: 'paddock' } };
  const spec = { kubernetesVersion: 'v1.32.4+rke2r1', rkeConfig: {}, ...more };
  await send('POST', '/v1/provisioning.cattle.io.clusters', { metadata, spec });
  const found = await eventually(async () => {
    const token = (await send('GET', '/v3/clusterregistrationtokens')).rows().find((one) => one.token !== '');
    if (!token) throw new Error('no token yet');
    return token;
  });
  return { clusterId: found.clusterId, token: found.token, nodeCommand: found.nodeCommand };
}

/** Makes a cluster with one server and one agent. Returns as soon as both have registered. */
export async function joinedCluster(rancher: TestRancher, spec: object = {}) {
  const order = await orderCluster(rancher, 'blue', spec);
  await connect(rancher, order.token, { name: 's1', roles: ['etcd', 'controlplane'] });
  await connect(rancher, order.token, { name: 'a1', roles: ['worker'] });
  return order;
}

/** Waits until a v3 cluster is ready. The state `active` is not enough, since every new cluster has it, too. */
export const untilReady = ({ send }: TestRancher, clusterId: string): Promise<void> =>
  eventually(async () =>
    expect((await send('GET', `/v3/clusters/${clusterId}`)).body).toMatchObject({
      state: 'active',
      conditions: expect.arrayContaining([expect.objectContaining({ type: 'Ready', status: 'True' })]),
    }),
  );

/** Asks for a connection as the system agent's installer does. */
export function connect({ url }: { url: string }, token: string, machine: { name: string; roles: string[] }) {
  const role = (name: string) => String(machine.roles.includes(name));
  return fetch(`${url}/v3/connect/agent`, {
    signal: AbortSignal.timeout(5000),
    headers: {
      authorization: `Bearer ${token}`,
      'x-cattle-id': `id-of-${machine.name}`,
      'x-cattle-node-name': machine.name,
      'x-cattle-address': '10.0.0.7',
      'x-cattle-labels': 'cattle.io/os=linux',
      'x-cattle-role-etcd': role('etcd'),
      'x-cattle-role-control-plane': role('controlplane'),
      'x-cattle-role-worker': role('worker'),
    },
  });
}
