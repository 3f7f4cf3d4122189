import { beforeEach, describe, expect, test } from 'vitest';
import { progressOf } from '#shared/domain/clusters/waits/progress';
import {
  type Begun,
  clusterOf,
  DEADLINE_MS,
  EVENTUALLY,
  joinMachines,
  machinesFound,
  nodesOf,
  orderWithServers,
  preparedOrder,
  requestServers,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { attributesIn } from '../_worlds/world.ts';
import { withQuota } from '../infrastructure/cloud-quota.ts';
import { observeCluster, observeNodesOnce } from './observations.ts';

const world = await stepWorldPerFile();
beforeEach(() => {
  world.answers.length = 0;
});

let tokens = 0;
/** Observes once with a new token. Returns the token. */
async function looked(observe: typeof observeNodesOnce, begun: Begun, waitedMs = 0): Promise<string> {
  const token = `token-${++tokens}`;
  await observe(world, begun, { token, waitedMs });
  return token;
}
const parked = async (begun: Begun) =>
  (await world.store.waits.listByCluster({ ...begun.target, settingsUuid: world.settings.uuid }))[0];
/** Observes with a new token each time until the state machine gets an answer. */
async function answered(observe: typeof observeNodesOnce, begun: Begun): Promise<void> {
  await expect
    .poll(async () => {
      await looked(observe, begun);
      return world.answers.length;
    }, EVENTUALLY)
    .toBe(1);
}

describe('watching nodes', () => {
  test('parks its token and goes on waiting while machines are on their way (S0-204)', async () => {
    const begun = await orderWithServers(world);
    const token = await looked(observeNodesOnce, begun);
    expect(world.answers).toEqual([]);
    const { settingsUuid, name: clusterName, backendId } = await clusterOf(world, begun);
    const knownBy = { settingsUuid, clusterName, backendId };
    expect(await parked(begun)).toMatchObject({ ...begun.target, taskToken: token, ...knownBy });
    expect(backendId).toMatch(/^c-m-/);
    expect((await clusterOf(world, begun)).currentStep).toBe('Waiting for nodes: 0 of 2 are active');
    expect((await nodesOf(world, begun)).map(({ state }) => state)).toEqual(['CREATING', 'CREATING']);
  });

  test('completes its own token when all are active, the nodes OK and the token taken (S0-191)', async () => {
    const begun = await orderWithServers(world);
    await joinMachines(world, begun);
    await answered(observeNodesOnce, begun);
    expect(world.answers).toEqual([{ taskToken: `token-${tokens}`, output: { ready: true } }]);
    expect(await parked(begun)).toBeUndefined();
    const [cluster, nodes] = [await clusterOf(world, begun), await nodesOf(world, begun)];
    expect(nodes.map(({ state, runtimeState }) => [state, runtimeState])).toEqual([
      ['OK', 'active'],
      ['OK', 'active'],
    ]);
    expect(cluster.nodes).toMatchObject([{ state: 'OK' }, { state: 'OK' }]);
    expect(progressOf(cluster)).toBe(95);
    const steps = (await world.store.events.listByCluster(cluster.uuid)).map(({ step, nodeName }) => [step, nodeName]);
    for (const { spec } of nodes) expect(steps).toContainEqual(['node-active', spec.name]);
  });

  test('stays as its machine is with one server and no agent, since nothing is active before one of each', async () => {
    const begun = await orderWithServers(world);
    const nodes = await nodesOf(world, begun);
    await joinMachines(
      world,
      begun,
      nodes.filter((node) => node.spec.role === 'server'),
    );
    await looked(observeNodesOnce, begun);
    const states = (await nodesOf(world, begun)).map((node) => [node.spec.role, node.runtimeState]);
    expect(states).toEqual([
      ['agent', ''],
      ['server', expect.stringMatching(/^(pending|provisioning)$/)],
    ]);
    expect(world.answers).toEqual([]);
  });

  test('writes no row when nothing has changed, and makes three requests to look, whatever the number of nodes', async () => {
    const begun = await orderWithServers(world, attributesIn(world, 3, 3));
    await joinMachines(world, begun);
    await machinesFound(world, begun);
    await answered(observeNodesOnce, begun);
    const [cluster, nodes] = [await clusterOf(world, begun), await nodesOf(world, begun)];
    const asked = () =>
      Promise.all([
        world.cloud.countOf('GET', '/servers/detail'),
        world.cloud.countOf('GET', '/ports'),
        world.rancherSimulator.countOf('GET', '/v3/nodes'),
        world.rancherSimulator.countOf('GET', '/cluster.x-k8s.io.machines/fleet-default'),
      ]);
    const before = await asked();
    await looked(observeNodesOnce, begun);
    expect((await asked()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0, 1, 1]);
    expect([await clusterOf(world, begun), await nodesOf(world, begun)]).toEqual([cluster, nodes]);
  });

  test('leaves the answer to whoever took the token while it looked', async () => {
    const begun = await orderWithServers(world);
    await joinMachines(world, begun);
    const { rancher, store } = world.deps;
    const wokenWhileLooking: typeof rancher = {
      async open(settings) {
        const wait = await parked(begun);
        if (wait) await store.waits.take(wait);
        return rancher.open(settings);
      },
    };
    const woken = { ...world, deps: { ...world.deps, rancher: wokenWhileLooking } };
    await observeNodesOnce(woken, begun, { token: 'token-woken', waitedMs: DEADLINE_MS });
    expect(world.answers).toEqual([]);
  });

  test('fails at its deadline, naming who is missing', async () => {
    const begun = await orderWithServers(world);
    const taskToken = await looked(observeNodesOnce, begun, DEADLINE_MS);
    const [agent, server] = (await nodesOf(world, begun)).map((node) => node.spec.name);
    const missing = [agent, server]
      .map((name) => `${name} has a server (ACTIVE, Running), has not phoned home, has not registered`)
      .join('; ');
    expect(world.answers).toEqual([
      {
        taskToken,
        error: 'BootstrapTimeout',
        cause: `2 of 2 nodes did not become active within 60 s: ${missing}.`,
      },
    ]);
  });

  test('fails at once when a server is in error, over a quota by the name that says so', async () => {
    const begun = await preparedOrder(world);
    await withQuota(world, 'block-storage', { gigabytes: 1 }, async () => {
      await requestServers(world, begun);
      await answered(observeNodesOnce, begun);
    });
    expect(world.answers).toMatchObject([
      { error: 'BackendQuotaExceeded', cause: expect.stringMatching(/is in ERROR/) },
    ]);
    expect((await nodesOf(world, begun)).map((node) => node.state)).toContain('ERRED');
    const timeline = await world.store.events.listByCluster(begun.target.clusterUuid);
    expect(timeline).toContainEqual(expect.objectContaining({ step: 'node-erred', level: 'error' }));
  });
});

describe('watching the cluster', () => {
  test('waits until Rancher itself says active, which the nodes alone do not make it (S0-193)', async () => {
    const begun = await orderWithServers(world);
    await looked(observeCluster, begun);
    expect(world.answers).toEqual([]);
    expect((await clusterOf(world, begun)).runtimeState).not.toBe('active');
    await joinMachines(world, begun);
    await answered(observeCluster, begun);
    expect(world.answers).toEqual([{ taskToken: `token-${tokens}`, output: { ready: true } }]);
    expect(await clusterOf(world, begun)).toMatchObject({ state: 'CREATING', runtimeState: 'active' });
  });

  test('fails at its deadline, saying what Rancher said', async () => {
    const begun = await orderWithServers(world);
    await looked(observeCluster, begun, DEADLINE_MS);
    const { runtimeState } = await clusterOf(world, begun);
    expect(world.answers).toMatchObject([
      {
        error: 'BootstrapTimeout',
        cause: expect.stringContaining(
          `The cluster did not become active within 60 s; it is ${runtimeState}: waiting for`,
        ),
      },
    ]);
  });
});
