import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { wakeCluster } from '#shared/app/_core/complete-wait';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { pullCluster } from '#shared/app/clusters/steps/pull-cluster';
import { retireRegistrationToken } from '#shared/app/clusters/steps/retire-registration-token';
import { watchCluster } from '#shared/app/clusters/steps/watch-cluster';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { watchNodes } from '#shared/app/nodes/steps/watch-nodes';
import type { Node } from '#shared/domain/nodes/node';
import { rancherLabels } from '#shared/domain/planning/naming';
import {
  type Begun,
  begunOrder,
  clusterOf,
  DEADLINE_MS,
  joinMachines,
  nodesOf,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { attributesIn } from '../_worlds/world.ts';
import { countWrittenUnits } from '../store/written-units.ts';

const world = await stepWorldPerFile();
const { deps, store } = world;
const units = await countWrittenUnits(world.client, world);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}

/**
 * Observes the nodes once, as their state machine does. Then ends the wait of the state machine, as a phone-home does.
 */
async function observe(begun: Begun, nodes: readonly Node[]): Promise<void> {
  const asked = { ...begun.target, nodeUuids: nodes.map(({ uuid }) => uuid) };
  await watchNodes.run(deps, { ...asked, taskToken: crypto.randomUUID(), waitedMs: 0, deadlineMs: DEADLINE_MS });
  await wakeCluster(deps, { ...begun.target, settingsUuid: world.settings.uuid });
}

async function phoneHome(nodes: readonly Node[]): Promise<void> {
  for (const { uuid } of nodes) {
    const expected = await store.phoneHomes.find(uuid);
    if (expected) await store.phoneHomes.take(expected);
  }
}

/**
 * Joins machines that boot at the same time. Observes only after all machines have joined, so that the number of
 * observed states does not depend on the simulator's speed.
 */
async function join(begun: Begun, nodes: readonly Node[], pending: readonly Node[]): Promise<void> {
  await phoneHome(nodes);
  await joinMachines(world, begun, nodes);
  await world.rancherSimulator.settled();
  await observe(begun, pending);
  await observe(begun, pending);
}

/**
 * Creates the cluster in Rancher. Repeats the creation step only after Rancher's controllers have made progress,
 * because an earlier repetition would cost two more write units.
 */
async function createInRancher({ target }: Begun): Promise<void> {
  const rancher = await world.rancher.open(world.settings);
  const idInRancher = async () =>
    (await rancher.listProvisioningClusters(rancherLabels(target.clusterUuid)))[0]?.managementId;
  const hasToken = async () =>
    (await rancher.listRegistrationTokens((await idInRancher()) ?? '')).some(({ token }) => token);
  expect(await ensureCluster.run(deps, target)).toEqual({ ready: false });
  await until(async () => Boolean(await idInRancher()));
  if ((await ensureCluster.run(deps, target)).ready) return;
  await until(hasToken);
  expect(await ensureCluster.run(deps, target)).toEqual({ ready: true });
}

/** Creates a cluster by running all steps of its creation. Observes the cluster once for each server. */
async function createCluster(servers: number, agents: number): Promise<void> {
  const begun = await begunOrder(world, attributesIn(world, servers, agents));
  const { target } = begun;
  const { operations } = await store.outbox.listPending(10);
  for (const operation of operations) await store.outbox.remove(operation);
  const planned = await planNodes.run(deps, target);
  await createInRancher(begun);
  for (const wave of [planned.first, planned.rest]) {
    const nodes = (await nodesOf(world, begun)).filter(({ uuid }) => wave.includes(uuid));
    for (const { uuid } of nodes) await ensureServer.run(deps, { ...target, nodeUuid: uuid });
    await observe(begun, nodes);
    const [first, ...servers] = nodes.filter(({ spec }) => spec.role === 'server');
    const agents = nodes.filter(({ spec }) => spec.role === 'agent');
    await join(begun, first ? [first, ...agents] : agents, nodes);
    for (const server of servers) await join(begun, [server], nodes);
  }
  const rancher = await world.rancher.open(world.settings);
  const { backendId } = await clusterOf(world, begun);
  await until(async () => (await rancher.findCluster(backendId))?.state === 'active');
  await watchCluster.run(deps, { ...target, taskToken: 'token', waitedMs: 0, deadlineMs: DEADLINE_MS });
  await pullCluster.run(deps, target);
  await retireRegistrationToken.run(deps, target);
  await finishCreation.run(deps, target);
}

/**
 * Write units of DynamoDB per cluster and per node. The goal is 150 and 30. The lists and filters of orders, resources
 * and clusters cause most of the excess.
 */
const BUDGET = { cluster: 270, node: 32 };

test.each([
  [3, 3],
  [5, 16],
])(
  'creating %i + %i nodes stays within the budget of write units, and no row of the cluster grows with them',
  async (servers, agents) => {
    units.reset();
    await createCluster(servers, agents);
    const nodes = servers + agents;
    if (process.env.PADDOCK_PRINT_UNITS) process.stdout.write(units.table());
    expect(units.total()).toBe(units.saidByDatabase());
    expect(units.total()).toBeLessThanOrEqual(BUDGET.cluster + BUDGET.node * nodes);
    expect(units.byKind().CLUSTER).toEqual({ writes: 4, inTable: 4 * 2 * 2, inIndexes: expect.any(Number) });
  },
  30_000,
);
