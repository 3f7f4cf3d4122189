import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { backendsByHand } from './backends-by-hand.ts';
import { personAt } from './customer.ts';
import { clientOptions, STAGE } from './deployed-stack.ts';
import { type SecondCloud, secondCloud } from './second-cloud.ts';
import { type WholeProvider, wholeProvider } from './whole-provider.ts';

const endpoints = inject('endpoints');
const lambda = new LambdaClient(clientOptions(endpoints));
let cloud: SecondCloud;
let provider: WholeProvider;
let owner: ReturnType<typeof personAt>;
let byHand: Awaited<ReturnType<typeof backendsByHand>>;
beforeAll(async () => {
  cloud = await secondCloud(endpoints);
  provider = await wholeProvider(endpoints, { allocate_floating_ip_to_all_nodes: false });
  byHand = await backendsByHand(cloud.openstack, provider.rancher);
  const { offering } = provider;
  owner = personAt({ ...endpoints, sample: { ...endpoints.sample, ...cloud.sample, offering } }, 'owner');
}, 120_000);
afterAll(async () => {
  await provider?.retire();
  await cloud?.stop();
});

/** What a schedule invokes every few minutes; more often here, so that nobody waits for it. */
const watch = () => lambda.send(new InvokeCommand({ FunctionName: `${STAGE}-syncs-watch-clusters` }));
const shown = z.looseObject({
  ...{ state: z.string(), autohealing: z.boolean(), autohealing_held: z.string() },
  drift: z.array(z.object({ kind: z.string(), name: z.string(), message: z.string() })),
  nodes: z.array(
    z.object({ uuid: z.string(), name: z.string(), role: z.string(), state: z.string(), runtime_state: z.string() }),
  ),
});
type Shown = z.infer<typeof shown>;

/** The cluster as soon as a look finds it so. */
function watched(uuid: string, what: string, isSo: (cluster: Shown) => boolean): Promise<Shown> {
  const tooLate = `The cluster is not ${what} after 180 s.`;
  return until({ tooLate, timeoutMs: 180_000, intervalMs: 500 }, async () => {
    await watch();
    const cluster = shown.parse((await owner.call('GET', `rancher-clusters/${uuid}/`)).body);
    return isSo(cluster) ? cluster : undefined;
  });
}
const drifts = ({ drift }: Shown) => drift.map(({ kind, name }) => ({ kind, name }));
const isWell = ({ state, nodes, drift }: Shown, without: string): boolean =>
  state === 'OK' &&
  drift.length === 0 &&
  nodes.length === 6 &&
  nodes.every((node) => node.state === 'OK' && node.runtime_state === 'active' && node.name !== without);
const healed = (uuid: string, lost: string) =>
  watched(uuid, `healed of the loss of ${lost}`, (cluster) => isWell(cluster, lost));
const nameOf = ({ nodes }: Shown, role: string) =>
  nodes.find((node) => node.role === role)?.name ?? expect.fail(`there is no ${role}`);
/** The names, each of which a removed node has freed for the next, are as many as before; so are the machines. */
async function expectNothingElse(cluster: Shown): Promise<void> {
  const names = cluster.nodes.map(({ name }) => name).sort();
  expect(await byHand.serverNames()).toEqual(names);
  expect(await byHand.nodeNames()).toEqual(names);
}

test('a cluster of 3 servers and 3 agents says exactly what is wrong with it, and with autohealing survives the loss of an agent’s machine, of a server’s and of a node in Rancher, one after another', async () => {
  const placed = await owner.place(owner.clusterOrder('heals', 3, 3));
  const uuid = (await owner.ended(placed.uuid)).resource_uuid ?? '';
  const first = await watched(uuid, 'well', (cluster) => isWell(cluster, ''));
  expect(first).toMatchObject({ autohealing: false, drift: [], autohealing_held: '' });

  const agent = nameOf(first, 'agent');
  await byHand.removeServer(agent);
  const gap = (cluster: Shown) => cluster.nodes.length === 5 && drifts(cluster)[0]?.kind === 'NODE_MISSING';
  const lacking = await watched(uuid, 'without its agent', gap);
  expect(drifts(lacking)).toEqual([{ kind: 'NODE_MISSING', name: agent }]);
  await watch();
  expect(await byHand.serverNames()).toHaveLength(5);
  await expectNothingElse(lacking);

  expect((await owner.call('PATCH', `rancher-clusters/${uuid}/`, { autohealing: true })).status).toBe(200);
  const refilled = await watched(uuid, 'healed of the loss of an agent', (cluster) => isWell(cluster, ''));
  await expectNothingElse(refilled);

  const server = nameOf(refilled, 'server');
  const etcd = refilled.nodes.find(({ name }) => name === server)?.uuid;
  await byHand.removeServer(server);
  const uuids = ({ nodes }: Shown) => nodes.map((node) => node.uuid);
  const whole = await watched(
    uuid,
    'healed of the loss of a server',
    (cluster) => isWell(cluster, '') && !uuids(cluster).includes(etcd ?? ''),
  );
  await expectNothingElse(whole);

  const other = nameOf(whole, 'agent');
  await byHand.removeNode(other);
  const last = await healed(uuid, other);
  await expectNothingElse(last);
  expect(last).toMatchObject({ state: 'OK', autohealing: true, autohealing_held: '', drift: [] });
  const healing = (await owner.events(uuid)).filter(({ step }) => step === 'healing');
  expect(healing.map(({ node_name }) => node_name)).toEqual([agent, server, other]);

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect([await byHand.serverNames(), await byHand.nodeNames()]).toEqual([[], []]);
}, 600_000);
