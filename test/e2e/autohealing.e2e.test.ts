import { isDeepStrictEqual } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { backendsByHand } from './_worlds/backends-by-hand.ts';
import { personAt } from './_worlds/customer.ts';
import { clientOptions, STAGE } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { type SecondCloud, secondCloud } from './_worlds/second-cloud.ts';
import { type WholeProvider, wholeProvider } from './_worlds/whole-provider.ts';

const { endpoints } = ownCloud();
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

/** Runs the scheduled watch of clusters, so that the test need not wait minutes for the schedule. */
const watch = () => lambda.send(new InvokeCommand({ FunctionName: `${STAGE}-syncs-watch-clusters` }));
const shown = z.looseObject({
  ...{ state: z.string(), autohealing: z.boolean(), autohealing_held: z.string() },
  drift: z.array(z.object({ kind: z.string(), name: z.string(), message: z.string() })),
  nodes: z.array(
    z.object({ uuid: z.string(), name: z.string(), role: z.string(), state: z.string(), runtime_state: z.string() }),
  ),
});
type Shown = z.infer<typeof shown>;

/** Runs the watch until the cluster fulfils the condition, and returns the cluster. */
function watched(uuid: string, what: string, isSo: (cluster: Shown) => boolean): Promise<Shown> {
  const tooLate = `The cluster is not ${what} after 180 s.`;
  return until({ tooLate, timeoutMs: 180_000, intervalMs: 500 }, async () => {
    await watch();
    const cluster = shown.parse((await owner.call('GET', `rancher-clusters/${uuid}/`)).body);
    return isSo(cluster) ? cluster : undefined;
  });
}
const drifts = ({ drift }: Shown) => drift.map(({ kind, name }) => ({ kind, name }));
const isWell = ({ state, nodes, drift }: Shown): boolean =>
  state === 'OK' &&
  drift.length === 0 &&
  nodes.length === 6 &&
  nodes.every((node) => node.state === 'OK' && node.runtime_state === 'active');
const hasNode = ({ nodes }: Shown, uuid: string | undefined): boolean => nodes.some((node) => node.uuid === uuid);
const nameOf = ({ nodes }: Shown, role: string, index = 0) =>
  nodes.filter((node) => node.role === role)[index]?.name ?? expect.fail(`there is no ${role} ${index}`);
/**
 * Expects exactly the cluster's machines, by name, in the cloud and in Rancher. New nodes reuse the names of removed
 * nodes.
 */
async function expectNothingElse(cluster: Shown): Promise<void> {
  const names = cluster.nodes.map(({ name }) => name).sort();
  expect(await byHand.serverNames()).toEqual(names);
  expect(await byHand.nodeNames()).toEqual(names);
}
async function standing(name: string) {
  const placed = await owner.place(owner.clusterOrder(name, 3, 3));
  const uuid = (await owner.ended(placed.uuid)).resource_uuid ?? '';
  const cluster = await watched(uuid, 'well', isWell);
  return { uuid, cluster, terminate: () => terminated(placed.marketplace_resource_uuid) };
}
async function terminated(resourceUuid: string): Promise<void> {
  expect(await owner.terminate(resourceUuid)).toMatchObject({ state: 'done', error_message: '' });
  expect([await byHand.serverNames(), await byHand.nodeNames()]).toEqual([[], []]);
}

test('without autohealing a cluster that loses an agent’s machine, a server’s and a node in Rancher says exactly that, and nothing is made', async () => {
  const { uuid, cluster, terminate } = await standing('reports');
  expect(cluster).toMatchObject({ autohealing: false, drift: [], autohealing_held: '' });
  const [agent, other, server] = [nameOf(cluster, 'agent'), nameOf(cluster, 'agent', 1), nameOf(cluster, 'server')];
  const says = async (wrong: ReturnType<typeof drifts>) => {
    const isSo = (seen: Shown) => isDeepStrictEqual(drifts(seen), wrong);
    expect(await watched(uuid, `what is wrong: ${JSON.stringify(wrong)}`, isSo)).toMatchObject({ state: 'OK' });
  };

  await byHand.removeServer(agent);
  await says([{ kind: 'NODE_MISSING', name: agent }]);
  await byHand.removeServer(server);
  const machines = [agent, server].map((name) => ({ kind: 'NODE_MISSING', name }));
  await says(machines);
  await byHand.removeNode(other);
  await says([...machines, { kind: 'NODE_NOT_IN_RANCHER', name: other }]);

  await watch();
  const left = cluster.nodes.map(({ name }) => name).filter((name) => name !== agent && name !== server);
  expect(await byHand.serverNames()).toEqual(left.sort());
  expect(await byHand.nodeNames()).toEqual(left.filter((name) => name !== other));
  await terminate();
}, 300_000);

test('with autohealing it survives the loss of an agent’s machine, of a server’s and of a node in Rancher, one after another', async () => {
  const { uuid, cluster, terminate } = await standing('heals');
  expect((await owner.call('PATCH', `rancher-clusters/${uuid}/`, { autohealing: true })).status).toBe(200);
  const lost = [];
  let whole = cluster;
  for (const [role, remove] of [
    ['agent', byHand.removeServer],
    ['server', byHand.removeServer],
    ['agent', byHand.removeNode],
  ] as const) {
    const name = nameOf(whole, role);
    const gone = whole.nodes.find((node) => node.name === name)?.uuid;
    await remove(name);
    whole = await watched(uuid, `healed of the loss of ${name}`, (seen) => isWell(seen) && !hasNode(seen, gone));
    await expectNothingElse(whole);
    lost.push(name);
  }

  expect(whole).toMatchObject({ state: 'OK', autohealing: true, autohealing_held: '', drift: [] });
  const healing = (await owner.events(uuid)).filter(({ step }) => step === 'healing');
  expect(healing.map(({ node_name }) => node_name)).toEqual(lost);
  await terminate();
}, 600_000);
