import { describe, expect, test } from 'vitest';
import { healer } from '#functions/syncs/watch-clusters/watch';
import { finishNode } from '#shared/app/nodes/steps/finish-node';
import { type HealDeps, healCluster } from '#shared/app/reconciliation/heal-cluster';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { MissingNode } from '#shared/domain/clusters/drift';
import { type Node, summariesWith } from '#shared/domain/nodes/node';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import { healingPolicy } from '#shared/domain/reconciliation/healing-policy';
import { aUuid } from '#test/builders/builders';
import { type Begun, clusterOf, nodesOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { finishedOrder } from '../nodes/added-node.ts';
import { nodeOfRole } from '../nodes/deleted-node.ts';

const world = await stepWorldPerFile();
const { store, clock } = world;
const deps: HealDeps = {
  ...{ store, clock, ids: world.ids, openstack: world.openstack, site: DEFAULT_SITE_SETTINGS },
  policy: healingPolicy.parse({ maxUnhealthyShare: 1 }),
};
const heal = ({ target }: Begun, other: Partial<HealDeps> = {}) =>
  healCluster({ ...deps, ...other }, target.clusterUuid, 'correlation-7');

async function set(begun: Begun, fields: Partial<Cluster>): Promise<void> {
  const cluster = await clusterOf(world, begun);
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
}
const gapOf = ({ uuid, spec }: Node): MissingNode => ({
  ...{ uuid, name: spec.name, role: spec.role, spec, since: clock.now().toISOString(), reason: 'Its server is gone.' },
});
/** A cluster with automatic healing. The cluster has lost an agent. */
async function withGap() {
  const begun = await finishedOrder(world);
  const lost = await nodeOfRole(world, begun, 'agent');
  await store.commit(store.nodes.remove(lost));
  const nodes = (await clusterOf(world, begun)).nodes.filter(({ uuid }) => uuid !== lost.uuid);
  await set(begun, { autohealing: true, missingNodes: [gapOf(lost)], nodes });
  return { begun, lost };
}
const operations = async (begun: Begun) => (await clusterOf(world, begun)).nodeOperations;
const healing = async (begun: Begun) => (await clusterOf(world, begun)).healing;

describe('a cluster that heals itself', () => {
  test('gets a node like the one it lost, by the operation that requests begin, and says why', async () => {
    const { begun, lost } = await withGap();
    expect(await heal(begun)).toBe('started');
    const made = await nodeOfRole(world, begun, 'agent');
    expect(made).toMatchObject({ state: 'CREATION_SCHEDULED', spec: { ...lost.spec, name: made.spec.name } });
    const [operation] = await operations(begun);
    expect(operation).toMatchObject({ machine: 'add-node', nodeUuid: made.uuid, heals: lost.uuid });
    const { operations: pending } = await store.outbox.listPending(50);
    expect(pending).toContainEqual(expect.objectContaining({ uuid: operation?.uuid, correlationId: 'correlation-7' }));
    const tries = [{ nodeUuid: lost.uuid, attempts: 1, at: expect.any(String), madeUuid: made.uuid }];
    expect(await healing(begun)).toEqual({ tries, held: '' });
    expect(await store.events.listByCluster(begun.target.clusterUuid)).toContainEqual(
      expect.objectContaining({
        ...{ step: 'healing', nodeName: lost.spec.name },
        message: 'A replacement of the node is being made (attempt 1): Its server is gone.',
      }),
    );
    expect(await heal(begun)).toBe('nothing');
  });

  test('is healed once, however many watches look at the same moment', async () => {
    const { begun } = await withGap();
    const healed = await Promise.all([heal(begun), heal(begun), heal(begun)]);
    expect(healed.sort()).toEqual(['nothing', 'nothing', 'started']);
    expect(await operations(begun)).toHaveLength(1);
  });

  test('has a node that Rancher does not know replaced by force, once, however many watches look at the same moment', async () => {
    const begun = await finishedOrder(world);
    const { uuid: nodeUuid, spec } = await nodeOfRole(world, begun, 'agent');
    const since = new Date(clock.now().getTime() - 700_000).toISOString();
    const drift = [{ kind: 'NODE_NOT_IN_RANCHER' as const, nodeUuid, name: spec.name, message: 'Gone.', since }];
    await set(begun, { autohealing: true, drift });
    const healed = await Promise.all([heal(begun), heal(begun)]);
    expect(healed.sort()).toEqual(['nothing', 'started']);
    expect(await operations(begun)).toMatchObject([
      { machine: 'add-node', replaces: { nodeUuid, correlationId: 'correlation-7', isForced: true } },
    ]);
    const [replacement] = (await nodesOf(world, begun)).filter(({ state }) => state === 'CREATION_SCHEDULED');
    expect(await healing(begun)).toMatchObject({ tries: [{ nodeUuid, attempts: 1, madeUuid: replacement?.uuid }] });
  });

  test('has that very gap closed by the node that was made for it', async () => {
    const { begun, lost } = await withGap();
    await heal(begun);
    const older = { ...gapOf(lost), uuid: aUuid() };
    await set(begun, { missingNodes: [older, gapOf(lost)] });
    const operationUuid = (await operations(begun))[0]?.uuid ?? '';
    await finishNode.call(world.deps, { ...begun.target, operationUuid });
    expect(await clusterOf(world, begun)).toMatchObject({ missingNodes: [{ uuid: older.uuid }], nodeOperations: [] });
  });

  test('makes another attempt after a pause, and takes out what came of the one before', async () => {
    const { begun, lost } = await withGap();
    await heal(begun);
    const [first] = await operations(begun);
    const made = await store.nodes.get(begun.target.clusterUuid, first?.nodeUuid ?? '');
    const erred = changed(made, clock.now(), { state: 'ERRED' });
    await store.commit(store.nodes.replace(erred));
    await set(begun, { nodeOperations: [], nodes: summariesWith(await clusterOf(world, begun), [erred]) });
    expect(await heal(begun)).toBe('nothing');
    const later = { now: () => new Date(clock.now().getTime() + 300_000) };
    expect(await heal(begun, { clock: later })).toBe('started');
    expect(await operations(begun)).toMatchObject([
      { machine: 'delete-node', nodeUuid: made.uuid },
      { machine: 'add-node' },
    ]);
    expect(await healing(begun)).toMatchObject({ tries: [{ nodeUuid: lost.uuid, attempts: 2 }] });
  });

  /** Removes the replacement node that has filled the gap. This leaves a new gap. Returns the removed node. */
  async function losesWhatWasMade(begun: Begun): Promise<Node> {
    const made = await nodeOfRole(world, begun, 'agent');
    await store.commit(store.nodes.remove(made), store.claims.remove(nodeNameClaim(made.settingsUuid, made.spec.name)));
    const { nodes } = await clusterOf(world, begun);
    const others = nodes.filter(({ uuid }) => uuid !== made.uuid);
    await set(begun, { nodeOperations: [], nodes: others, missingNodes: [gapOf(made)] });
    return made;
  }

  test('and loses what it made soon after counts that with the attempt before, and ends with the last', async () => {
    const { begun, lost } = await withGap();
    const policy = healingPolicy.parse({ maxUnhealthyShare: 1, attempts: 2 });
    expect(await heal(begun, { policy })).toBe('started');
    const made = await losesWhatWasMade(begun);
    expect(await heal(begun, { policy })).toBe('nothing');
    const later = { now: () => new Date(clock.now().getTime() + 300_000) };
    expect(await heal(begun, { policy, clock: later })).toBe('started');
    expect(await healing(begun)).toMatchObject({
      tries: [
        { nodeUuid: lost.uuid, attempts: 1, madeUuid: made.uuid },
        { nodeUuid: made.uuid, attempts: 2 },
      ],
    });
    expect(await store.events.listByCluster(begun.target.clusterUuid)).toContainEqual(
      expect.objectContaining({ nodeName: made.spec.name, message: expect.stringContaining('(attempt 2)') }),
    );
    const last = await losesWhatWasMade(begun);
    expect(await heal(begun, { policy, clock: later })).toBe('held');
    const held = `${last.spec.name} could not be healed in 2 attempts.`;
    expect(await healing(begun)).toMatchObject({ held });
  });

  test('forgets what it tried once all has been well for long', async () => {
    const { begun } = await withGap();
    await heal(begun);
    const { nodeOperations } = await clusterOf(world, begun);
    const later = { now: () => new Date(clock.now().getTime() + 7_200_000) };
    await set(begun, { missingNodes: [] });
    await heal(begun, { clock: later });
    expect((await healing(begun))?.tries).toHaveLength(1);
    expect(nodeOperations).toHaveLength(1);
    await set(begun, { nodeOperations: [] });
    await heal(begun);
    expect((await healing(begun))?.tries).toHaveLength(1);
    await heal(begun, { clock: later });
    expect((await healing(begun))?.tries).toEqual([]);
  });

  test('says what holds it, and no longer when nothing does', async () => {
    const { begun } = await withGap();
    const policy = healingPolicy.parse({});
    const before = await nodesOf(world, begun);
    expect(await heal(begun, { policy })).toBe('held');
    const held = '1 of 2 nodes are missing or unhealthy. That is more than 40 %, so none is replaced automatically.';
    expect(await healing(begun)).toEqual({ tries: [], held });
    const { version } = await clusterOf(world, begun);
    expect(await heal(begun, { policy })).toBe('held');
    expect((await clusterOf(world, begun)).version).toBe(version);
    expect(await nodesOf(world, begun)).toEqual(before);
    await set(begun, { missingNodes: [] });
    expect(await heal(begun, { policy })).toBe('nothing');
    expect(await healing(begun)).toEqual({ tries: [], held: '' });
  });

  test('counts an attempt with a flavor that its cloud has no more, and says so', async () => {
    const { begun, lost } = await withGap();
    await set(begun, { missingNodes: [{ ...gapOf(lost), spec: { ...lost.spec, flavorId: 'gone' } }] });
    expect(await heal(begun)).toBe('held');
    expect(await healing(begun)).toMatchObject({
      tries: [{ nodeUuid: lost.uuid, attempts: 1 }],
      held: expect.stringMatching(/^\S+ is not healed: .*is not visible in tenant .* any more/),
    });
    expect(await operations(begun)).toEqual([]);
  });

  test('is left alone where it is not to heal, or nothing may be changed', async () => {
    const { begun } = await withGap();
    expect(await heal(begun, { site: { ...DEFAULT_SITE_SETTINGS, readOnlyMode: true } })).toBe('nothing');
    await set(begun, { autohealing: false });
    expect(await heal(begun)).toBe('nothing');
    expect(await operations(begun)).toEqual([]);
  });
});

test('the watch counts what is begun and what is held', async () => {
  const { begun } = await withGap();
  world.recorded.length = 0;
  const call = healer({ ...deps, ...world.deps, policy: healingPolicy.parse({}) });
  await call(begun.target.clusterUuid);
  await healer({ ...deps, ...world.deps })(begun.target.clusterUuid);
  expect(world.recorded.map(({ name }) => name)).toEqual(['HealingHeld', 'HealingStarted']);
});
