import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { managedOrder } from '#infra/local/managed-market';
import { until } from '#infra/local/until';
import { cloudAccess, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import type { Simulator } from '#test/contracts/start-simulator';
import { shownNode } from './_worlds/added-node.ts';
import { LETS_GO } from './_worlds/backends.ts';
import { personAt } from './_worlds/customer.ts';
import { managedMarket, type SimulatedMarket } from './_worlds/managed-market.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { overQuota } from './_worlds/project-use.ts';

const ADDED = ['server', 'server', ...Array.from({ length: 8 }, () => 'agent')];
const DELETED = 5;
const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');
let market: SimulatedMarket;
beforeAll(async () => {
  market = await managedMarket(endpoints, 'Busy');
}, 120_000);
afterAll(() => market.stop());

/**
 * Repeats a request after a timeout or a gateway error, as a client does. The idempotency key prevents a second node.
 */
async function answered(ask: () => ReturnType<typeof owner.call>) {
  const patience = { tooLate: 'Nobody answers.', timeoutMs: 120_000 };
  return until(patience, async () => {
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'TimeoutError') return undefined;
      throw error;
    });
    return answer && [502, 503, 504].includes(answer.status) ? undefined : answer;
  });
}

async function add(resource: string, role: string) {
  const key = { 'idempotency-key': randomUUID() };
  const path = `managed-rancher-cluster-resources/${resource}/add_node/`;
  const { status, body } = await answered(() => owner.call('POST', path, { role }, key));
  if (status !== 202) throw new Error(`a node was answered with ${status}: ${JSON.stringify(body)}`);
  return shownNode.parse(body);
}
const remove = async (uuid: string) => (await answered(() => owner.call('DELETE', `rancher-nodes/${uuid}/`))).status;

const named = z.array(z.object({ name: z.string() }));
const servers = z.object({ servers: z.array(z.object({ name: z.string(), project_id: z.string() })) });
const nodes = z.object({ nodes: z.array(z.object({ requestedHostname: z.string() })) });
async function stateOf({ url }: Simulator): Promise<unknown> {
  return (await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) })).json();
}
const machines = async () => servers.parse(await stateOf(cloud())).servers.filter(isNode);
const everything = () => Promise.all([market.rancher, ...market.openstacks].map(stateOf));
const sortedNames = (of: readonly { name: string }[]) => of.map(({ name }) => name).sort();
const isNode = ({ name }: { name: string }) => name.includes('-rancher-node-');
const cloud = () => market.openstacks[0] ?? expect.fail('the cloud is missing');

/**
 * Waits until the cluster has this number of nodes and all of them are ready. Also returns every quota that was
 * exceeded at any time during the wait.
 */
async function untilCount(clusterUuid: string, wanted: number) {
  const admin = await logInAsAdmin(cloudAccess.parse(cloud().printed));
  const [{ project_id: projectId } = expect.fail('there is no server')] = await machines();
  const over = new Set<string>();
  const patience = { tooLate: 'Nodes are still being worked on.', timeoutMs: 240_000, intervalMs: 250 };
  const cluster = await until(patience, async () => {
    for (const excess of await overQuota(admin, projectId)) over.add(excess);
    const shown = await owner.cluster(clusterUuid);
    if (shown.nodes.some(({ state }) => state === 'ERRED')) return shown;
    if (shown.nodes.length !== wanted || shown.nodes.some(({ state }) => state !== 'OK')) return undefined;
    const ready = (await owner.events(clusterUuid)).filter(({ step }) => step === 'node-ready');
    return ready.length === ADDED.length ? shown : undefined;
  });
  return { cluster, over: [...over] };
}

test('ten nodes that are added and five that are deleted at the same moment all come to what they should: no name is given twice, no record is lost, no quota exceeded', async () => {
  const before = await everything();
  const placed = await owner.place(managedOrder(market, endpoints.sample.project, 'busy', DELETED + 1));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const [clusterUuid, resource] = [placed.resource_uuid ?? '', placed.marketplace_resource_uuid];
  const had = (await owner.cluster(clusterUuid)).nodes;
  const leaving = had.filter(({ role }) => role === 'agent').slice(0, DELETED);

  const [added, answers, { cluster, over }] = await Promise.all([
    Promise.all(ADDED.map((role) => add(resource, role))),
    Promise.all(leaving.map(({ uuid }) => remove(uuid))),
    untilCount(clusterUuid, had.length + ADDED.length - DELETED),
  ]);
  expect(new Set(answers)).toEqual(new Set([202]));
  const wanted = sortedNames([...had.filter((node) => !leaving.includes(node)), ...added]);
  expect(new Set(wanted).size).toBe(wanted.length);
  expect(cluster).toMatchObject({ state: 'OK', last_error: null });
  expect(cluster.nodes.filter(({ state }) => state !== 'OK')).toEqual([]);
  expect(sortedNames(cluster.nodes)).toEqual(wanted);
  const rows = await owner.call('GET', `rancher-nodes/?cluster_uuid=${clusterUuid}&page_size=100`);
  expect(sortedNames(named.parse(rows.body))).toEqual(wanted);
  const registered = nodes.parse(await stateOf(market.rancher)).nodes;
  expect(registered.map(({ requestedHostname }) => requestedHostname).sort()).toEqual(wanted);
  expect(sortedNames(await machines())).toEqual(wanted);
  expect(over).toEqual([]);

  expect(await owner.terminate(resource)).toMatchObject({ state: 'done', error_message: '' });
  await expect.poll(everything, LETS_GO).toEqual(before);
}, 300_000);
