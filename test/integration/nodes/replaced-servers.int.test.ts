import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { retryOrder } from '#shared/app/marketplace/orders/retry-order';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import type { Node } from '#shared/domain/nodes/node';
import { planBuildFault } from '../_steps/build-fault.ts';
import {
  type Begun,
  clusterOf,
  DEADLINE_MS,
  EVENTUALLY,
  inCloud,
  joinMachines,
  nodesOf,
  orderWithServers,
  preparedOrder,
  requestServers,
  stateOf,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { withQuota } from '../infrastructure/cloud-quota.ts';
import { observeNodesOnce } from '../reconciliation/observations.ts';

const world = await stepWorldPerFile();
const NO_HOST = 'No valid host was found. There are not enough hosts available.';
beforeEach(() => {
  world.answers.length = 0;
});
afterEach(() => expect(fetch(`${world.cloud.url}/_sim/build-faults`).then((it) => it.json())).resolves.toEqual([]));

/** Observes the nodes until the state machine gets an answer. Returns the answer. */
async function said(begun: Begun) {
  world.answers.length = 0;
  await vi.waitFor(async () => {
    await observeNodesOnce(world, begun);
    expect(world.answers).toHaveLength(1);
  }, EVENTUALLY);
  return world.answers[0];
}
/** Repeats the step that creates the node's server. The step succeeds when the failed server is gone. */
async function makeAgain(begun: Begun, nodeUuid: string): Promise<string> {
  const make = () => ensureServer.run(world.deps, { ...begun.target, nodeUuid });
  return vi.waitFor(async () => (await make()).serverId, EVENTUALLY);
}
async function agentOf(begun: Begun): Promise<Node> {
  const agent = (await nodesOf(world, begun)).find(({ spec }) => spec.role === 'agent');
  return agent ?? expect.fail('there is no agent');
}
const timeline = async (begun: Begun) =>
  (await world.store.events.listByCluster(begun.target.clusterUuid)).map(({ message }) => message);
const failed = (agent: Node, fault: object = {}) =>
  planBuildFault(world.cloud, { name: `^${agent.spec.name}$`, message: NO_HOST, ...fault });

describe('a server that Nova gives up on', () => {
  test('is made again under its name and port, its volumes gone, and the others are left alone', async () => {
    const begun = await preparedOrder(world);
    const agent = await agentOf(begun);
    await failed(agent, { during: 'spawning' });
    await requestServers(world, begun);
    expect(await said(begun)).toMatchObject({ output: { ready: false, replace: [agent.uuid] } });
    const [lost, sibling] = await nodesOf(world, begun);
    expect(lost?.lastError).toBeUndefined();
    expect(lost).toMatchObject({
      state: 'CREATING',
      failedServers: [
        {
          ...{ serverId: lost?.instanceId, operationUuid: begun.target.operationUuid, code: 'RESOURCES_DEPLETED' },
          ...{ message: NO_HOST, requestId: expect.stringMatching(/^req-/) },
        },
      ],
    });
    expect((await clusterOf(world, begun)).currentStep).toBe(`Making ${agent.spec.name} again`);
    expect(await timeline(begun)).toContain(
      `Server ${agent.spec.name} failed: ${NO_HOST} (request ${lost?.failedServers[0]?.requestId}); a new server is created (attempt 2 of 2)`,
    );

    const serverId = await makeAgain(begun, agent.uuid);
    expect(serverId).not.toBe(lost?.instanceId);
    const { servers = [], ports = [], volumes = [] } = await stateOf(world.cloud);
    expect(servers.filter(({ name }) => name === agent.spec.name)).toMatchObject([{ id: serverId }]);
    expect(ports.filter(({ name }) => String(name).startsWith(agent.spec.name))).toHaveLength(1);
    expect(volumes.filter(({ id }) => lost?.volumeIds.includes(String(id)))).toEqual([]);
    expect(lost?.volumeIds).toHaveLength(1);
    const [again, same] = await nodesOf(world, begun);
    expect([again?.portId, same?.instanceId]).toEqual([lost?.portId, sibling?.instanceId]);
    await joinMachines(world, begun);
    expect(await said(begun)).toMatchObject({ output: { ready: true } });
    expect((await timeline(begun)).filter((line) => line === 'Server requested')).toHaveLength(3);
  });

  test('for the last time ends the order with its own words, the request and the count', async () => {
    const begun = await preparedOrder(world);
    const agent = await agentOf(begun);
    await failed(agent, { times: 2 });
    await requestServers(world, begun);
    expect(await said(begun)).toMatchObject({ output: { replace: [agent.uuid] } });
    await makeAgain(begun, agent.uuid);
    const answer = await said(begun);
    const { lastError, failedServers } = await agentOf(begun);
    expect(answer).toEqual({ taskToken: 'token', error: 'ProvisioningFailed', cause: lastError?.message });
    expect(lastError).toMatchObject({ code: 'RESOURCES_DEPLETED', owner: 'provider', retryable: true });
    const requestId = failedServers[1]?.requestId;
    expect(lastError?.message).toBe(
      `Server ${agent.spec.name} is in ERROR: ${NO_HOST} (request ${requestId}, attempt 2 of 2)`,
    );
    expect([failedServers.length, requestId === failedServers[0]?.requestId]).toEqual([2, false]);
  });

  test('is made again by the step that meets it first, which keeps what was said', async () => {
    const begun = await preparedOrder(world);
    const agent = await agentOf(begun);
    await failed(agent, { times: 2 });
    const make = () => ensureServer.run(world.deps, { ...begun.target, nodeUuid: agent.uuid });
    const status = async () => (await inCloud(world, 'servers', agent.spec.name)).map((server) => server.status);
    const first = await make();
    await expect.poll(status, EVENTUALLY).toEqual(['ERROR']);
    await expect(make()).rejects.toMatchObject({ name: 'BackendUnavailable' });
    expect((await agentOf(begun)).failedServers).toMatchObject([{ serverId: first.serverId, message: NO_HOST }]);
    const second = await makeAgain(begun, agent.uuid);
    expect(second).not.toBe(first.serverId);
    await expect.poll(status, EVENTUALLY).toEqual(['ERROR']);
    for (const _again of [1, 2]) {
      await expect(make()).rejects.toMatchObject({
        name: 'ProvisioningFailed',
        message: expect.stringContaining(`${NO_HOST} (request req-`),
      });
    }
    expect(await inCloud(world, 'servers', second)).toHaveLength(1);
  });

  test('over a quota is not made again, since it would fail again', async () => {
    const begun = await preparedOrder(world);
    await withQuota(world, 'block-storage', { gigabytes: 1 }, async () => {
      await requestServers(world, begun);
      expect(await said(begun)).toMatchObject({ error: 'BackendQuotaExceeded' });
    });
  });

  test('has all its attempts again when the order is retried', async () => {
    const begun = await preparedOrder(world);
    const agent = await agentOf(begun);
    await failed(agent, { times: 3 });
    await requestServers(world, begun);
    await said(begun);
    await makeAgain(begun, agent.uuid);
    const { error = '', cause = '' } = (await said(begun)) ?? {};
    await recordFailure.run(world.deps, { ...begun.target, error, cause, failedStep: 'watch.watchNodes' });
    await retryOrder(world, world.owner, { orderUuid: begun.order.uuid, correlationId: 'correlation-2' });
    const { operationUuid = '' } = await clusterOf(world, begun);
    const retried = { ...begun, target: { ...begun.target, operationUuid } };
    for (const { uuid } of await nodesOf(world, retried)) await makeAgain(retried, uuid);
    expect(await said(retried)).toMatchObject({ output: { replace: [agent.uuid] } });
    await makeAgain(retried, agent.uuid);
    expect((await agentOf(retried)).failedServers).toHaveLength(3);
    await joinMachines(world, retried);
    expect(await said(retried)).toMatchObject({ output: { ready: true } });
  });
});

describe('a server that somebody removes while it is waited for', () => {
  test('is made again', async () => {
    const begun = await orderWithServers(world);
    const { uuid, instanceId, spec } = await agentOf(begun);
    await (await world.openstack.open(world.demo.tenant)).deleteServer(instanceId);
    expect(await said(begun)).toMatchObject({ output: { replace: [uuid] } });
    await makeAgain(begun, uuid);
    expect(await inCloud(world, 'servers', spec.name)).toHaveLength(1);
    await joinMachines(world, begun);
    expect(await said(begun)).toMatchObject({ output: { ready: true } });
  });
});

describe('a machine that runs and never registers', () => {
  test('is made again after half of the time, when others have found the way', async () => {
    const begun = await orderWithServers(world);
    const [agent, server] = await nodesOf(world, begun);
    if (!agent || !server) throw new Error('nothing was planned');
    const running = async () => (await inCloud(world, 'servers', agent.spec.name)).map(({ status }) => status);
    await expect.poll(running, EVENTUALLY).toEqual(['ACTIVE']);
    await joinMachines(world, begun, [server]);
    await observeNodesOnce(world, begun, { waitedMs: DEADLINE_MS / 2 - 1 });
    expect(world.answers).toEqual([]);
    await observeNodesOnce(world, begun, { waitedMs: DEADLINE_MS / 2 });
    expect(world.answers).toMatchObject([{ output: { ready: false, replace: [agent.uuid] } }]);
    expect(await makeAgain(begun, agent.uuid)).not.toBe(agent.instanceId);
    await joinMachines(world, begun, [agent]);
    expect(await said(begun)).toMatchObject({ output: { ready: true } });
  });
});
