import { describe, expect, test } from 'vitest';
import { pullCluster } from '#shared/app/clusters/steps/pull-cluster';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { retireRegistrationToken } from '#shared/app/clusters/steps/retire-registration-token';
import { beginNodeDeletion } from '#shared/app/nodes/steps/begin-node-deletion';
import { drainNode } from '#shared/app/nodes/steps/drain-node';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { finishNode } from '#shared/app/nodes/steps/finish-node';
import { finishNodeDeletion } from '#shared/app/nodes/steps/finish-node-deletion';
import { removeMachine } from '#shared/app/nodes/steps/remove-machine';
import { nodeNameClaim, nodeTag } from '#shared/domain/planning/naming';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';
import { aUuid } from '#test/builders/builders';
import {
  clusterOf,
  EVENTUALLY,
  inCloud,
  nodesOf,
  orderWithServers,
  rowsWith,
  stateOf,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { attributesIn } from '../_worlds/world.ts';
import { acceptedNode, finish, finishedOrder, nodeNow, ownRegistration, withServer } from './added-node.ts';
import { deletedNodeWorld, drain, forget, loseMachine, nodeOfRole, removeFromRancher } from './deleted-node.ts';

const world = await stepWorldPerFile();
const { store, deps } = world;

const inRancher = async (name: string) =>
  ((await stateOf(world.rancherSimulator)).nodes ?? []).find(({ requestedHostname }) => requestedHostname === name);
/** Dependencies in which `change` alters each node that Rancher lists. */
const seeing = (change: (node: RancherNode) => Partial<RancherNode>): typeof deps => ({
  ...deps,
  rancher: {
    async open(settings) {
      const rancher = await deps.rancher.open(settings);
      const listNodes: Rancher['listNodes'] = async (cluster) =>
        (await rancher.listNodes(cluster)).map((node) => ({ ...node, ...change(node) }));
      return { ...rancher, listNodes };
    },
  },
});
const later = (ms: number) => ({ clock: { now: () => new Date(deps.clock.now().getTime() + ms) } });

describe('a node that is deleted', () => {
  test('is drained, loses machine, place in Rancher, record and name, and its cluster stays as it is (S0-084, S0-134, S0-211, S0-212, S0-213, S0-383, S0-411, S0-412, S0-418)', async () => {
    const begun = await finishedOrder(world);
    const before = await clusterOf(world, begun);
    const node = await nodeOfRole(world, begun, 'agent');
    const { name } = node.spec;
    const spare = await withServer(world, await acceptedNode(world, begun));
    await finishNode.call(deps, spare.target);
    const leaving = await deletedNodeWorld(world, begun, node);
    expect(await beginNodeDeletion.call(deps, leaving.target)).toMatchObject({
      ...{ alone: true, managed: false, isRegistered: true, hasCredential: false },
    });
    expect((await nodeNow(world, leaving)).state).toBe('DELETING');
    expect(await drainNode.call(deps, leaving.target)).toEqual({ drained: false });
    expect(await inRancher(name)).toMatchObject({ state: expect.stringMatching(/^drain/) });
    await drain(world, leaving);
    await removeFromRancher(world, leaving);
    await loseMachine(world, leaving);
    for (const kind of ['servers', 'ports', 'volumes'] as const) {
      expect(await inCloud(world, kind, name), kind).toEqual([]);
    }
    expect(await inCloud(world, 'servers', nodeTag(spare.node.uuid))).toHaveLength(1);
    await forget(world, leaving);
    expect(await inRancher(name)).toBeUndefined();
    await pullCluster.call(deps, leaving.target);
    await finishNodeDeletion.call(deps, leaving.target);
    const cluster = await clusterOf(world, begun);
    expect(cluster).toMatchObject({ state: 'OK', nodeOperations: [] });
    expect(cluster.nodes.map(({ uuid }) => uuid)).not.toContain(node.uuid);
    expect(cluster.nodes).toHaveLength(before.nodes.length);
    expect((await nodesOf(world, begun)).map(({ uuid }) => uuid)).not.toContain(node.uuid);
    expect(await store.claims.holderOf(nodeNameClaim(node.settingsUuid, name))).toBeUndefined();
    expect(
      (await rowsWith(world, node.uuid)).filter(({ kind }) => !['AUDIT', 'EVENT', 'OUTBOX'].includes(String(kind))),
    ).toEqual([]);
    const detail = { clusterUuid: begun.target.clusterUuid, nodeUuid: node.uuid };
    expect(world.published).toContainEqual({ type: 'node.deleted', detail });
    await expect(finishNodeDeletion.call(deps, leaving.target)).rejects.toMatchObject({ name: 'Superseded' });
  });

  test('does not come back, though Rancher makes a node again of whatever its cluster still has', async () => {
    const begun = await finish(world, await orderWithServers(world, attributesIn(world, 1, 2)));
    const [node, other] = (await nodesOf(world, begun)).filter(({ spec }) => spec.role === 'agent');
    if (!node || !other) return expect.fail('there are no two agents');
    const leaving = await deletedNodeWorld(world, begun, node);
    await drain(world, leaving);
    await removeFromRancher(world, leaving);
    await loseMachine(world, leaving);
    await forget(world, leaving);
    const rancher = await deps.rancher.open(world.settings);
    const listed = async () => rancher.listNodes(await clusterOf(world, begun));
    await rancher.deleteNode(other.backendId);
    const comeBack = async () => (await listed()).some((it) => it.hostname === other.spec.name && it.id !== '');
    await expect.poll(comeBack, EVENTUALLY).toBe(true);
    expect((await listed()).map(({ hostname }) => hostname)).not.toContain(node.spec.name);
  });

  test('that has never come to Rancher needs no drain, and what it was to join with goes first (R-9-41)', async () => {
    const begun = await finishedOrder(world);
    const added = await withServer(world, await acceptedNode(world, begun));
    await recordFailure.call(deps, {
      ...added.target,
      ...{ error: 'BootstrapTimeout', cause: 'It did not come.', failedStep: 'watch' },
    });
    await finishNode.call(deps, added.target);
    const leaving = await deletedNodeWorld(world, begun, added.node);
    expect(await nodeNow(world, leaving)).toMatchObject({ state: 'DELETION_SCHEDULED' });
    expect((await nodeNow(world, leaving)).lastError).toBeUndefined();
    expect(await beginNodeDeletion.call(deps, leaving.target)).toMatchObject({
      isRegistered: false,
      hasCredential: true,
    });
    await retireRegistrationToken.call(deps, leaving.target);
    expect(await ownRegistration(world, added)).toBeUndefined();
    expect(await drainNode.call(deps, leaving.target)).toEqual({ drained: true });
    await removeFromRancher(world, leaving);
    await loseMachine(world, leaving);
    await forget(world, leaving);
    await finishNodeDeletion.call(deps, leaving.target);
    expect((await nodesOf(world, begun)).map(({ uuid }) => uuid)).not.toContain(added.node.uuid);
    const again = await acceptedNode(world, begun);
    expect(again.node.spec.name).toBe(added.node.spec.name);
  });

  test('while it is being added ends that, and begins when no step of it is at work any more', async () => {
    const begun = await finishedOrder(world);
    const added = await withServer(world, await acceptedNode(world, begun));
    const leaving = await deletedNodeWorld(world, begun, added.node);
    await expect(ensureServer.call(deps, added.ofNode)).rejects.toMatchObject({ name: 'Superseded' });
    const { settingsUuid, uuid: clusterUuid } = await clusterOf(world, begun);
    const expiresAt = new Date(deps.clock.now().getTime() + 60_000).toISOString();
    const { operationUuid } = added.target;
    const held = { settingsUuid, clusterUuid, operationUuid, holder: aUuid(), expiresAt };
    const slot = (await store.slots.take(held, 20)) ?? expect.fail('there is no slot');
    expect(await beginNodeDeletion.call(deps, leaving.target)).toMatchObject({ alone: false });
    expect((await nodeNow(world, leaving)).state).toBe('DELETION_SCHEDULED');
    await store.slots.release(slot);
    expect(await beginNodeDeletion.call(deps, leaving.target)).toMatchObject({ alone: true });
    expect((await nodeNow(world, leaving)).state).toBe('DELETING');
  });
});

describe('a drain', () => {
  /** Starts the deletion of one of a cluster's two agents. */
  async function draining(isForced = false) {
    const begun = await finish(world, await orderWithServers(world, attributesIn(world, 1, 2)));
    const node = await nodeOfRole(world, begun, 'agent');
    return { begun, node, leaving: await deletedNodeWorld(world, begun, node, isForced) };
  }
  const failed = { drained: { status: 'False', transitioning: false, error: true } };
  const goesOn = { drained: { status: 'False', transitioning: true, error: false } };
  const says = async (clusterUuid: string, step: string) =>
    (await store.events.listByCluster(clusterUuid)).filter((line) => line.step === step).map(({ message }) => message);

  test('is asked for once, by force, however often it is looked at (S0-409, S0-410, S0-414)', async () => {
    const { node, leaving } = await draining();
    const asked = () => world.rancherSimulator.countOf('POST', node.backendId);
    const before = await asked();
    await drain(world, leaving);
    await drainNode.call(deps, leaving.target);
    expect((await asked()) - before).toBe(1);
    expect(await says(leaving.target.clusterUuid, 'drained')).toEqual(['Node is drained']);
  });

  test('that fails, or takes longer than a minute, ends the deletion with the reason; the node can be deleted again (S0-212, S0-412, S0-413, S0-417)', async () => {
    const { begun, node, leaving } = await draining();
    await drainNode.call(deps, leaving.target);
    const given = (change: Partial<RancherNode>, clock = deps.clock) =>
      drainNode.call({ ...seeing(() => change), clock }, leaving.target);
    expect(await given(goesOn)).toEqual({ drained: false });
    expect(await given(goesOn, later(55_000).clock)).toEqual({ drained: false });
    const timedOut = { name: 'DrainFailed', message: 'Node drain timeout.' };
    await expect(given(goesOn, later(61_000).clock)).rejects.toMatchObject(timedOut);
    await expect(given(failed)).rejects.toMatchObject({ name: 'DrainFailed', message: 'Node drain failed.' });
    const caught = { error: 'DrainFailed', cause: 'Node drain failed.', failedStep: 'rancher.drainNode' };
    await recordFailure.call(deps, { ...leaving.target, ...caught });
    await finishNode.call(deps, leaving.target);
    const lastError = { code: 'DRAIN_FAILED', owner: 'user', retryable: true, step: 'rancher.drainNode' };
    expect(await nodeNow(world, leaving)).toMatchObject({ state: 'ERRED', lastError });
    expect(await clusterOf(world, begun)).toMatchObject({ state: 'OK', nodeOperations: [] });
    const again = await deletedNodeWorld(world, begun, node);
    expect(again.target).not.toEqual(leaving.target);
    await drain(world, again);
  });

  test('that fails keeps no node that is to go all the same', async () => {
    const { leaving } = await draining(true);
    await drainNode.call(deps, leaving.target);
    expect(
      await drainNode.call(
        seeing(() => failed),
        leaving.target,
      ),
    ).toEqual({ drained: true });
    const lines = await says(leaving.target.clusterUuid, 'not-drained');
    expect(lines).toEqual(['Node drain failed. The node is deleted anyway.']);
  });

  test('is not waited for where nothing answers, or nothing can be drained (R-9b-W8)', async () => {
    const { leaving } = await draining();
    for (const change of [{ state: 'unavailable' }, { actions: [] }]) {
      expect(
        await drainNode.call(
          seeing(() => change),
          leaving.target,
        ),
      ).toEqual({ drained: true });
    }
    expect(await says(leaving.target.clusterUuid, 'drain')).toEqual([]);
  });
});

describe('a server that is deleted', () => {
  const withServers = async () => finish(world, await orderWithServers(world, attributesIn(world, 3, 1)));
  test('stays a member of etcd while another one does not answer, whatever the records say', async () => {
    const begun = await withServers();
    const node = await nodeOfRole(world, begun, 'server');
    const leaving = await deletedNodeWorld(world, begun, node);
    const away = seeing(({ hostname }) => (hostname.endsWith('server-2') ? { state: 'unavailable' } : {}));
    const blocked = { name: 'DeletionBlocked', message: expect.stringMatching(/-server-2 is unavailable\.$/) };
    await expect(removeMachine.call(away, leaving.target)).rejects.toMatchObject(blocked);
    expect(await inRancher(node.spec.name)).toBeDefined();
    await removeFromRancher(world, leaving);
  });

  test('keeps a second one from going until it is gone', async () => {
    const begun = await withServers();
    await deletedNodeWorld(world, begun, await nodeOfRole(world, begun, 'server'));
    const [, second] = (await nodesOf(world, begun)).filter(({ spec }) => spec.role === 'server');
    const message = expect.stringMatching(/^Only one server may be missing at a time: .*-server-1 is being deleted\.$/);
    const refused = deletedNodeWorld(world, begun, second ?? expect.fail('there is one server'));
    await expect(refused).rejects.toMatchObject({ name: 'Conflict', message });
  });
});
