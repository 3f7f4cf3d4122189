import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ManualClock, manualClock } from '../../_kit/manual-clock.ts';
import { connect, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const CLUSTER = '/v1/provisioning.cattle.io.clusters/fleet-default/blue';
const CONTROL_PLANE = '/v1/rke.cattle.io.rkecontrolplanes/fleet-default/blue';
const SERVER = ['etcd', 'controlplane'];

let clock: ManualClock;
let rancher: TestRancher;
beforeEach(async () => {
  clock = manualClock();
  rancher = await startRancher({ pace: 1, nodeActive: 10, nodeRotation: 100, readyLag: 1 }, clock);
});
afterEach(() => rancher.close());

const plane = z.object({
  status: z.object({
    certificateRotationGeneration: z.number().optional(),
    conditions: z.array(z.object({ type: z.string(), status: z.string(), message: z.string().optional() })),
  }),
});
const machines = z.object({ machines: z.array(z.object({ id: z.string(), requestedHostname: z.string() })) });

/** The planner's message and progress. In the message, hostnames replace the names of machines. */
async function now(): Promise<{ rotated: number | undefined; reconciled: string; message: string }> {
  const { status } = plane.parse((await rancher.send('GET', CONTROL_PLANE)).body);
  const all = machines.parse((await rancher.send('GET', '/_sim/state')).body).machines;
  const { status: reconciled = '', message = '' } = status.conditions.find(({ type }) => type === 'Reconciled') ?? {};
  const named = all.reduce(
    (text, machine) => text.replace(machine.id.split('/')[1] ?? '', machine.requestedHostname),
    message,
  );
  return { rotated: status.certificateRotationGeneration, reconciled, message: named };
}
async function running(): Promise<void> {
  const metadata = { name: 'blue', namespace: 'fleet-default' };
  await rancher.send('POST', '/v1/provisioning.cattle.io.clusters', {
    metadata,
    spec: { kubernetesVersion: 'v1.32.4+rke2r1', rkeConfig: {} },
  });
  clock.advance(10_000);
  const token = (await rancher.send('GET', '/v3/clusterregistrationtokens')).rows()[0]?.token ?? '';
  for (const [name, roles] of Object.entries({
    both: SERVER,
    etcd: ['etcd'],
    plane: ['controlplane'],
    work: ['worker'],
  })) {
    await connect(rancher, token, { name, roles });
  }
  clock.advance(1000);
}
async function rotate(rotateCertificates: object): Promise<void> {
  const written = (await rancher.send('GET', CLUSTER)).object();
  const spec = { kubernetesVersion: 'v1.32.4+rke2r1', rkeConfig: { rotateCertificates } };
  await rancher.send('PUT', CLUSTER, { ...written, spec });
}
/** The names of the machines that the planner waits for, in the order in which its message names them. */
async function order(): Promise<string[]> {
  const seen: string[] = [];
  for (let look = 0; look < 100 && (await now()).reconciled !== 'True'; look += 1) {
    const name = /\[(\S+)\]/.exec((await now()).message)?.[1];
    if (name !== undefined && seen.at(-1) !== name) seen.push(name);
    clock.advance(25);
  }
  return seen;
}

test('a raised counter gives one machine after the other new certificates, then the planner counts it as done', async () => {
  await running();
  expect(await now()).toEqual({ rotated: undefined, reconciled: 'True', message: '' });
  await rotate({ generation: 1 });
  expect(await now()).toMatchObject({ rotated: undefined, reconciled: 'Unknown' });
  expect(await order()).toEqual(['etcd', 'both', 'plane', 'work']);
  expect(await now()).toEqual({ rotated: 1, reconciled: 'True', message: '' });
});

test('the same number twice does nothing, another one rotates again', async () => {
  await running();
  await rotate({ generation: 1 });
  await order();
  await rotate({ generation: 1 });
  expect(await now()).toMatchObject({ rotated: 1, reconciled: 'True' });
  await rotate({ generation: 2 });
  expect(await order()).toHaveLength(4);
  expect(await now()).toMatchObject({ rotated: 2 });
});

test('services of the control plane leave workers alone', async () => {
  await running();
  await rotate({ generation: 1, services: ['etcd', 'api-server'] });
  expect(await order()).toEqual(['etcd', 'both', 'plane']);
});
