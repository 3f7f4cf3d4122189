import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ManualClock, manualClock } from '../../_kit/manual-clock.ts';
import { connect, eventually, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const PATH = '/v1/provisioning.cattle.io.clusters';
const [OLD, NEW] = ['v1.32.4+rke2r1', 'v1.33.0+rke2r1'];
const DELAYS = { pace: 1, nodeActive: 10, drain: 10, nodeUpgrade: 10, readyLag: 1 };

let clock: ManualClock;
let rancher: TestRancher;
beforeEach(async () => {
  clock = manualClock();
  rancher = await startRancher(DELAYS, clock);
});
afterEach(() => rancher.close());

const states = z.object({
  clusters: z.array(z.object({ state: z.string(), message: z.string() })).length(1),
  machines: z.array(
    z.object({ requestedHostname: z.string(), state: z.string(), message: z.string(), kubernetesVersion: z.string() }),
  ),
});
const MACHINES = '/v1/cluster.x-k8s.io.machines';
const listed = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      metadata: z.object({ labels: z.record(z.string(), z.string()), state: z.object({ message: z.string() }) }),
    }),
  ),
});
const now = async () => states.parse((await rancher.send('GET', '/_sim/state')).body);

const SERVER = ['etcd', 'controlplane'];
async function running(machines: Record<string, string[]>): Promise<void> {
  const metadata = { name: 'blue', namespace: 'fleet-default' };
  await rancher.send('POST', PATH, { metadata, spec: { kubernetesVersion: OLD, rkeConfig: {} } });
  clock.advance(10_000);
  const token = (await rancher.send('GET', '/v3/clusterregistrationtokens')).rows()[0]?.token ?? '';
  for (const [name, roles] of Object.entries(machines)) await connect(rancher, token, { name, roles });
  clock.advance(1000);
  expect((await now()).machines.map(({ kubernetesVersion }) => kubernetesVersion)).not.toContain('');
}

async function upgrade(upgradeStrategy: object): Promise<void> {
  const path = `${PATH}/fleet-default/blue`;
  const spec = { kubernetesVersion: NEW, rkeConfig: { upgradeStrategy } };
  await rancher.send('PUT', path, { ...(await rancher.send('GET', path)).object(), spec });
}

type Moment = z.infer<typeof states>;
const away = ({ machines }: Moment) =>
  machines.filter(({ state }) => state !== 'running').map((machine) => machine.requestedHostname);
/** Reads the states every few milliseconds until the cluster is active again. */
async function moments(): Promise<Moment[]> {
  const seen = [await now()];
  while (seen.at(-1)?.clusters[0]?.state !== 'active' && seen.length < 100) {
    clock.advance(5);
    seen.push(await now());
  }
  return seen;
}
/** Hostnames of the machines, in the order in which each machine first stopped running. */
const order = (seen: Moment[]) => [...new Set(seen.flatMap(away))];

const THREE_AND_TWO = { s1: SERVER, a1: ['worker'], s2: SERVER, s3: SERVER, a2: ['worker'] };

test('a new release comes to servers one at a time, then to agents; each is drained, restarted and takes workloads again', async () => {
  await running(THREE_AND_TWO);
  await upgrade({
    controlPlaneDrainOptions: { enabled: true, force: true },
    workerDrainOptions: { enabled: true, force: true },
  });
  const seen = await moments();
  expect(order(seen)).toEqual(['s1', 's2', 's3', 'a1', 'a2']);
  expect(Math.max(...seen.map((moment) => away(moment).length))).toBe(1);
  const messagesOf = (name: string) => [
    ...new Set(seen.map(({ machines }) => machines.find((it) => it.requestedHostname === name)?.message)),
  ];
  expect(messagesOf('a1')).toEqual([
    '',
    'draining node',
    'waiting for plan to be applied',
    'waiting for kubelet to update',
  ]);
  expect(seen[0]?.clusters[0]).toMatchObject({
    state: 'updating',
    message: expect.stringMatching(/^draining bootstrap node\(s\) custom-\w+: draining node$/),
  });
  expect(new Set(seen.at(-1)?.machines.map(({ kubernetesVersion }) => kubernetesVersion))).toEqual(new Set([NEW]));
});

test('the cluster shows the old release until its last server runs the new one', async () => {
  await running(THREE_AND_TWO);
  await upgrade({});
  const version = async () => (await rancher.send('GET', '/v3/clusters')).rows()[0]?.version;
  clock.advance(25);
  expect([await version(), away(await now())]).toMatchObject([{ gitVersion: OLD }, ['s3']]);
  clock.advance(10);
  expect([await version(), away(await now())]).toMatchObject([{ gitVersion: NEW }, ['a1']]);
});

test.each([
  ['', 1],
  ['2', 2],
  ['50%', 2],
  ['0', 4],
])('a worker concurrency of "%s" lets %i of four agents be away', async (workerConcurrency, most) => {
  await running({ s1: SERVER, ...Object.fromEntries(['a1', 'a2', 'a3', 'a4'].map((name) => [name, ['worker']])) });
  await upgrade({ workerConcurrency });
  expect(Math.max(...(await moments()).map((moment) => away(moment).length))).toBe(most);
});

test('members of etcd go one by one whatever is asked for; those that are control plane only, as many as are asked for', async () => {
  const controlPlane = Object.fromEntries(['c1', 'c2', 'c3'].map((name) => [name, ['controlplane']]));
  await running({ s1: SERVER, s2: SERVER, ...controlPlane, a1: ['worker'] });
  await upgrade({ controlPlaneConcurrency: '0' });
  const together = (await moments()).map((moment) => away(moment).sort().join());
  expect([...new Set(together)]).toEqual(['s1', 's2', 'c1,c2,c3', 'a1', '']);
});

test('pods that go by force only stop the upgrade at their node, until it is allowed', async () => {
  await running({ s1: SERVER, a1: ['worker'] });
  await upgrade({ workerDrainOptions: { enabled: true, force: false } });
  clock.advance(1000);
  expect((await now()).clusters[0]).toMatchObject({
    state: 'updating',
    message: expect.stringMatching(/^draining worker node\(s\) custom-\w+: error draining node: /),
  });
  expect(away(await now())).toEqual(['a1']);
  await upgrade({ workerDrainOptions: { enabled: true, force: true } });
  expect((await moments()).at(-1)?.clusters[0]?.state).toBe('active');
});

test('a node that goes meanwhile holds up no other', async () => {
  await running({ s1: SERVER, a1: ['worker'], a2: ['worker'] });
  await upgrade({ workerDrainOptions: { enabled: true, force: true } });
  clock.advance(15);
  const going = listed
    .parse((await rancher.send('GET', MACHINES)).body)
    .data.find(({ metadata }) => metadata.labels['rke.cattle.io/node-name'] === 'a1');
  expect(going?.metadata.state.message).toBe('draining node');
  await rancher.send('DELETE', `${MACHINES}/${going?.id}`);
  await eventually(async () => {
    clock.advance(5);
    expect((await now()).clusters[0]?.state).toBe('active');
  });
});
