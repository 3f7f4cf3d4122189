import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pullCluster } from '#shared/app/clusters/steps/pull-cluster';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { watchClusters } from '#shared/app/reconciliation/watch-clusters';
import { hibernateCluster } from '#shared/app/timetable/hibernate-cluster';
import { checkNodesReady } from '#shared/app/timetable/steps/check-nodes-ready';
import { drainAgents } from '#shared/app/timetable/steps/drain-agents';
import { beginHibernation, finishHibernation } from '#shared/app/timetable/steps/hibernation-records';
import { startServers, stopServers } from '#shared/app/timetable/steps/power-servers';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import {
  type Begun,
  clusterOf,
  EVENTUALLY,
  nodesOf,
  orderWithServers,
  stateOf,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { attributesIn } from '../_worlds/world.ts';
import { finish } from '../nodes/added-node.ts';
import { playedMachines } from './played-machines.ts';

const world = await stepWorldPerFile();
const { store, deps, cloud, rancherSimulator: simulator } = world;
const machines = playedMachines();
afterAll(() => machines.stopAll());
beforeEach(async () => {
  world.published.length = 0;
  await Promise.all([simulator.clearFaults(), cloud.clearFaults()]);
});

const standing = async (): Promise<Begun> =>
  finish(world, await orderWithServers(world, attributesIn(world, 3, 2)), machines.join);

/** Accepts and begins the operation. In the result, `target` has the uuid of this operation. */
async function accepted(begun: Begun, action: 'hibernate' | 'wake'): Promise<Begun> {
  const asked = { uuidText: begun.target.clusterUuid, action, correlationId: 'correlation-7' };
  const cluster = await hibernateCluster(deps, world.owner, asked);
  const next = { ...begun, target: { ...begun.target, operationUuid: cluster.operationUuid ?? '' } };
  await beginHibernation.call(deps, next.target);
  return next;
}

const servers = z.array(z.object({ id: z.string(), name: z.string(), status: z.string() }));
/** Reads the cluster's servers from Nova. Starts and stops the simulated machines according to the servers' status. */
async function observe(begun: Begun) {
  const ids = new Set((await nodesOf(world, begun)).map(({ instanceId }) => instanceId));
  const found = servers.parse((await stateOf(cloud)).servers).filter(({ id }) => ids.has(id));
  const names = new Map((await nodesOf(world, begun)).map(({ instanceId, spec }) => [instanceId, spec.name]));
  machines.follow(found.map(({ id, status }) => ({ name: names.get(id) ?? '', status })));
  return found;
}
const statusOf = async (begun: Begun, role: NodeRole) => {
  const nodes = await nodesOf(world, begun);
  const wanted = nodes.filter(({ spec }) => spec.role === role).map(({ instanceId }) => instanceId);
  return [...new Set((await observe(begun)).filter(({ id }) => wanted.includes(id)).map(({ status }) => status))];
};

const drain = ({ target }: Begun) => drainAgents.call(deps, target);
const stop = ({ target }: Begun, role: NodeRole) => stopServers.call(deps, { ...target, role });
const start = ({ target }: Begun, role: NodeRole) => startServers.call(deps, { ...target, role });
const ready = ({ target }: Begun, role: NodeRole) => checkNodesReady.call(deps, { ...target, role });
const until = (step: () => Promise<unknown>, answer: object) => expect.poll(step, EVENTUALLY).toEqual(answer);

async function hibernated(begun: Begun): Promise<Begun> {
  const asleep = await accepted(begun, 'hibernate');
  await until(() => drain(asleep), { drained: true });
  await until(() => stop(asleep, 'agent'), { stopped: true });
  await until(() => stop(asleep, 'server'), { stopped: true });
  await observe(asleep);
  await finishHibernation.call(deps, asleep.target);
  const remote = async () => {
    const rancher = await world.rancher.open(world.settings);
    return (await rancher.findCluster((await clusterOf(world, begun)).backendId))?.state;
  };
  await expect.poll(remote, EVENTUALLY).toBe('unavailable');
  return asleep;
}

async function woken(begun: Begun): Promise<Begun> {
  const waking = await accepted(begun, 'wake');
  await until(() => start(waking, 'server'), { started: true });
  await observe(waking);
  await until(() => ready(waking, 'server'), { ready: true });
  await until(() => start(waking, 'agent'), { started: true });
  await observe(waking);
  await until(() => ready(waking, 'agent'), { ready: true });
  await pullCluster.call(deps, waking.target);
  await finishHibernation.call(deps, waking.target);
  return waking;
}

const lines = async ({ target }: Begun) =>
  (await store.events.listByCluster(target.clusterUuid)).map((it) => it.message);
const resourceState = async (begun: Begun) =>
  (await store.resources.get((await clusterOf(world, begun)).resourceUuid)).state;

describe('a hibernation', () => {
  test('drains the agents, stops them, and then the servers; nothing of the cluster is removed', async () => {
    const begun = await standing();
    const before = await nodesOf(world, begun);
    const asleep = await accepted(begun, 'hibernate');
    expect([(await clusterOf(world, begun)).state, await resourceState(begun)]).toEqual(['UPDATING', 'Updating']);
    await until(() => drain(asleep), { drained: true });
    expect((await clusterOf(world, begun)).hibernation?.drained).toHaveLength(2);
    await until(() => stop(asleep, 'agent'), { stopped: true });
    expect([await statusOf(begun, 'agent'), await statusOf(begun, 'server')]).toEqual([['SHUTOFF'], ['ACTIVE']]);
    await until(() => stop(asleep, 'server'), { stopped: true });
    expect(await statusOf(begun, 'server')).toEqual(['SHUTOFF']);
    await finishHibernation.call(deps, asleep.target);
    expect(await clusterOf(world, begun)).toMatchObject({
      ...{ state: 'OK', currentStep: '', nodeOperations: [], hibernation: { status: 'HIBERNATED' } },
    });
    expect(await resourceState(begun)).toBe('OK');
    expect((await nodesOf(world, begun)).map(({ uuid, instanceId }) => [uuid, instanceId])).toEqual(
      before.map(({ uuid, instanceId }) => [uuid, instanceId]),
    );
    expect(await lines(begun)).toEqual(
      expect.arrayContaining(['All agents are stopped', 'All servers are stopped', 'The cluster is hibernated']),
    );
    expect(world.published.at(-1)).toMatchObject({ type: 'cluster.hibernated' });
  });

  test('asks Nova once for each server, and goes on after a refusal that passes', async () => {
    const asleep = await accepted(await standing(), 'hibernate');
    await cloud.plan({ method: 'POST', path: '/action$', kind: 'status', status: 409, nth: 1 });
    await stop(asleep, 'agent');
    await until(() => stop(asleep, 'agent'), { stopped: true });
    const asked = await cloud.countOf('POST', '');
    expect(await stop(asleep, 'agent')).toEqual({ stopped: true });
    expect(await cloud.countOf('POST', '')).toBe(asked);
  });

  test('is no reason to heal: the watch finds no difference and changes no node', async () => {
    const begun = await standing();
    const asleep = await hibernated(begun);
    const before = await nodesOf(world, asleep);
    await watchClusters(deps);
    await watchClusters(deps, 'pull_all_clusters_nodes');
    const cluster = await clusterOf(world, asleep);
    expect([cluster.state, cluster.drift, cluster.missingNodes]).toEqual(['OK', [], []]);
    expect(await nodesOf(world, asleep)).toEqual(before);
  });

  test('that fails leaves the cluster ERRED, and both directions can be asked for', async () => {
    const asleep = await accepted(await standing(), 'hibernate');
    await recordFailure.call(deps, {
      ...asleep.target,
      ...{ error: 'HibernationTimeout', cause: 'Not all agents were shut down.', failedStep: 'openstack.stopServers' },
    });
    expect(await clusterOf(world, asleep)).toMatchObject({
      ...{ state: 'ERRED', hibernation: { status: 'HIBERNATING' }, lastError: { code: 'HIBERNATION_TIMEOUT' } },
    });
    expect(world.recorded).toContainEqual(expect.objectContaining({ name: 'HibernationsErred' }));
    await woken(asleep);
    expect((await clusterOf(world, asleep)).hibernation).toBeUndefined();
  });
});

describe('a cluster that wakes up', () => {
  test('has the nodes and names of before, and takes workloads again', async () => {
    const begun = await standing();
    const before = await nodesOf(world, begun);
    const rancher = await world.rancher.open(world.settings);
    const inRancher = async () =>
      (await rancher.listNodes(await clusterOf(world, begun))).map(({ id, hostname, state }) => [id, hostname, state]);
    const seen = await inRancher();
    await woken(await hibernated(begun));
    const cluster = await clusterOf(world, begun);
    expect(cluster).toMatchObject({ state: 'OK', runtimeState: 'active', currentStep: '' });
    expect(cluster.hibernation).toBeUndefined();
    expect(await inRancher()).toEqual(seen);
    const nodes = await nodesOf(world, begun);
    expect(nodes.map(({ uuid, spec, instanceId, state }) => [uuid, spec.name, instanceId, state])).toEqual(
      before.map(({ uuid, spec, instanceId, state }) => [uuid, spec.name, instanceId, state]),
    );
    expect(world.published.at(-1)).toMatchObject({ type: 'cluster.woken' });
  });

  test('starts its agents only when the control plane has reached Rancher', async () => {
    const waking = await accepted(await hibernated(await standing()), 'wake');
    await until(() => start(waking, 'server'), { started: true });
    expect(await ready(waking, 'server')).toEqual({ ready: false });
    expect((await clusterOf(world, waking)).currentStep).toBe('Waiting for the cluster to reach Rancher');
    await observe(waking);
    await until(() => ready(waking, 'server'), { ready: true });
  });

  test('keeps an agent cordoned that somebody else has cordoned', async () => {
    const begun = await standing();
    const rancher = await world.rancher.open(world.settings);
    const cordoned = async () =>
      (await rancher.listNodes(await clusterOf(world, begun))).filter(({ state }) => state === 'cordoned');
    const [agent] = (await rancher.listNodes(await clusterOf(world, begun))).filter(({ roles }) =>
      roles.includes('worker'),
    );
    const authorization = `Basic ${Buffer.from(`${world.rancherKey.username}:${world.rancherKey.password}`).toString('base64')}`;
    await fetch(`${simulator.url}/v3/nodes/${agent?.id}?action=cordon`, { method: 'POST', headers: { authorization } });
    await expect.poll(async () => (await cordoned()).length, EVENTUALLY).toBe(1);
    const asleep = await hibernated(begun);
    expect((await clusterOf(world, asleep)).hibernation?.drained).toHaveLength(1);
    await woken(asleep);
    expect((await cordoned()).map(({ id }) => id)).toEqual([agent?.id]);
  });
});

test.each(['hibernate', 'wake'] as const)('a cluster can be terminated while it is asked to %s', async (action) => {
  const begun = await standing();
  const busy = await accepted(action === 'wake' ? await hibernated(begun) : begun, action);
  expect((await clusterOf(world, busy)).state).toBe('UPDATING');
  const { resourceUuid } = await clusterOf(world, busy);
  await terminateResource(deps, world.owner, { resourceUuid, correlationId: 'correlation-9' });
  const cluster = await clusterOf(world, busy);
  expect([cluster.state, cluster.hibernation]).toEqual(['DELETION_SCHEDULED', undefined]);
  await expect(stop(busy, 'agent')).rejects.toMatchObject({ name: 'Superseded' });
});

test('a hibernated cluster can be terminated', async () => {
  const asleep = await hibernated(await standing());
  const { resourceUuid } = await clusterOf(world, asleep);
  await terminateResource(deps, world.owner, { resourceUuid, correlationId: 'correlation-8' });
  const cluster = await clusterOf(world, asleep);
  expect([cluster.state, cluster.hibernation]).toEqual(['DELETION_SCHEDULED', undefined]);
});
