import { describe, expect, test } from 'vitest';
import { watchClusters } from '#shared/app/reconciliation/watch-clusters';
import { changed } from '#shared/domain/_core/record';
import type { Node } from '#shared/domain/nodes/node';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import { type Begun, clusterOf, EVENTUALLY, machinesFound, nodesOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { nodeOf, watched } from '../reconciliation/watched-world.ts';
import { addedTo, join } from './added-node.ts';

const world = await stepWorldPerFile();
const { store, clock, deps } = world;
const { cluster, pull, inRancher, seeing } = watched(world);

describe('what Rancher says', () => {
  test('of a node that is away is health, and differs once it has lasted; its lifecycle stays (S0-135, S0-395)', async () => {
    const begun = await cluster(1, 2);
    const { spec } = nodeOf(await nodesOf(world, begun), 'agent');
    const away = seeing({ node: ({ hostname }) => (hostname === spec.name ? { state: 'unavailable' } : {}) });
    await pull(begun, away);
    expect(nodeOf(await nodesOf(world, begun), 'agent')).toMatchObject({ state: 'OK', runtimeState: 'unavailable' });
    expect((await clusterOf(world, begun)).drift).toEqual([]);
    await pull(begun, { ...away, clock: { now: () => new Date(clock.now().getTime() + 301_000) } });
    const [found] = (await clusterOf(world, begun)).drift;
    expect(found).toMatchObject({
      kind: 'NODE_NOT_HEALTHY',
      name: spec.name,
      message: 'The state of the node in Rancher is unavailable.',
    });
    await pull(begun);
    expect(await clusterOf(world, begun)).toMatchObject({ state: 'OK', drift: [] });
  });

  test('of a node that is gone there is shown, and nothing is taken from it', async () => {
    const begun = await cluster(1, 2);
    const node = nodeOf(await nodesOf(world, begun), 'agent');
    const { name } = node.spec;
    await machinesFound(world, begun);
    const rancher = await deps.rancher.open(world.settings);
    const listed = async () => rancher.listNodes(await clusterOf(world, begun));
    const { machine } = (await listed()).find(({ hostname }) => hostname === name) ?? {};
    await rancher.deleteMachine(machine?.name ?? '');
    await expect.poll(async () => (await listed()).map(({ hostname }) => hostname), EVENTUALLY).not.toContain(name);
    await watchClusters(deps);
    expect(await clusterOf(world, begun)).toMatchObject({
      drift: [{ kind: 'NODE_NOT_IN_RANCHER', nodeUuid: node.uuid }],
      nodeOperations: [],
    });
    expect((await nodesOf(world, begun)).map(({ uuid }) => uuid)).toContain(node.uuid);
  });

  test('of a node that is unknown makes a record of it, with its role, its name and what it is like (S0-215, R-9-73)', async () => {
    const begun = await cluster(1, 1);
    const like = nodeOf(await nodesOf(world, begun), 'server');
    const stranger = { ...like, spec: { ...like.spec, name: `k8s-node-${begun.target.clusterUuid}` } };
    await joinByHand(begun, stranger);
    await expect.poll(async () => (await inRancher(stranger.spec.name))?.state, EVENTUALLY).toBe('active');
    const rancher = await deps.rancher.open(world.settings);
    const { backendId } = await clusterOf(world, begun);
    await expect.poll(async () => (await rancher.findCluster(backendId))?.state, EVENTUALLY).toBe('active');
    await Promise.all([pull(begun), pull(begun)]);
    const nodes = await nodesOf(world, begun);
    expect(nodes).toHaveLength(3);
    const found = nodes.find(({ spec }) => spec.name === stranger.spec.name) ?? expect.fail('it is not taken in');
    expect(found).toMatchObject({ state: 'OK', runtimeState: 'active', spec: { role: 'server' }, instanceId: '' });
    expect(found.facts).toMatchObject({ k8sVersion: expect.stringMatching(/^v1\./), cpuTotal: expect.any(Number) });
    const seen = await clusterOf(world, begun);
    expect(seen.nodes.map(({ name }) => name)).toContain(stranger.spec.name);
    expect(seen.drift).toMatchObject([{ kind: 'NODE_UNKNOWN', nodeUuid: found.uuid }]);
    expect(await store.claims.holderOf(nodeNameClaim(like.settingsUuid, stranger.spec.name))).toBe(found.uuid);
    await pull(begun);
    expect(await clusterOf(world, begun)).toEqual(seen);
  });

  test('of a node with an unknown id fills that in, and what Rancher no longer shows stays (R-9-71, R-9-74)', async () => {
    const begun = await cluster(1, 1);
    const node = nodeOf(await nodesOf(world, begun), 'agent');
    await store.commit(store.nodes.replace(changed(node, clock.now(), { backendId: '' })));
    const less = seeing({ node: ({ facts }) => ({ facts: { ...facts, annotations: {}, cpuTotal: 64 } }) });
    await pull(begun, less);
    const after = nodeOf(await nodesOf(world, begun), 'agent');
    expect(after).toMatchObject({ backendId: node.backendId, facts: { ...node.facts, cpuTotal: 64 } });
    expect(Object.keys(node.facts.annotations)).not.toEqual([]);
  });
});

/** Joins a machine with a registration token of the cluster. Paddock has not created the machine. */
async function joinByHand(begun: Begun, node: Node): Promise<void> {
  const rancher = await deps.rancher.open(world.settings);
  const { backendId } = await clusterOf(world, begun);
  const { id } = await rancher.createRegistrationToken(backendId, {});
  const token = async () => (await rancher.listRegistrationTokens(backendId)).find((item) => item.id === id)?.token;
  await expect.poll(token).toMatch(/./);
  const added = addedTo(begun, node, '');
  expect(await join(world, added, await token())).toBe(200);
}
