import { beforeEach, describe, expect, test } from 'vitest';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { beginOperation } from '#shared/app/upgrades/steps/operation-records';
import { requestOperation } from '#shared/app/upgrades/steps/request-operation';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { letCreateCredentials, poolsOf, runningPools } from '../_worlds/pool-world.ts';
import { type Begun, clusterOf, DEADLINE_MS, EVENTUALLY, stepWorldPerFile } from '../_worlds/step-world.ts';
import { finishedOrder } from '../nodes/added-node.ts';
import { accepted, asked, carriedOut, failNext, looked } from './operations-world.ts';

const world = await stepWorldPerFile();
const { store, deps, rancherSimulator: simulator } = world;
await letCreateCredentials(world);
beforeEach(async () => {
  world.answers.length = 0;
  world.published.length = 0;
  await simulator.clearFaults();
  await simulator.setDelays({ operationPhase: 500 });
});

async function set(begun: Begun, fields: Partial<Cluster>): Promise<void> {
  await store.commit(store.clusters.replace(changed(await clusterOf(world, begun), world.clock.now(), fields)));
}
/** A running cluster whose machines are created by Rancher. */
async function ofPools(): Promise<Begun> {
  const begun = await runningPools(world, poolsOf(world, { workers: 1 }));
  await set(begun, { state: 'OK' });
  return begun;
}
const inRancher = () => world.rancher.open(world.settings);
const snapshotsOf = async (begun: Begun) => (await inRancher()).listEtcdSnapshots(await clusterOf(world, begun));
/** Observes the operation once. Returns the recorded phase. */
async function phaseOf(begun: Begun): Promise<string | undefined> {
  await looked(world, begun);
  return (await clusterOf(world, begun)).rancherOperation?.phase;
}
const SNAPSHOT = { kind: 'snapshot' } as const;
const KEYS = { kind: 'encryption-keys' } as const;

describe.each([
  ['nodes that Paddock makes', finishedOrder.bind(undefined, world)],
  ['machines that Rancher makes', ofPools],
])('a cluster of %s', (_what, cluster) => {
  test('has a snapshot on each etcd member after each request, and is OK again (T45, D7)', async () => {
    const begun = await cluster();
    const before = (await snapshotsOf(begun)).length;
    await carriedOut(world, begun, SNAPSHOT);
    await expect.poll(async () => (await snapshotsOf(begun)).length, EVENTUALLY).toBeGreaterThan(before);
    const first = await clusterOf(world, begun);
    expect([first.state, first.rancherOperation, first.currentStep]).toEqual(['OK', undefined, '']);
    expect(first.endedOperations).toMatchObject([{ wanted: SNAPSHOT, generation: 1, phase: 'Finished' }]);
    expect(world.published).toContainEqual({ type: 'cluster.operation_done', detail: { clusterUuid: first.uuid } });
    await carriedOut(world, begun, SNAPSHOT);
    const second = await clusterOf(world, begun);
    expect(second.endedOperations).toMatchObject([{ wanted: SNAPSHOT, generation: 2 }]);
  });

  test('is restored from a snapshot, phase by phase, and not from what Rancher does not list (T45, T46)', async () => {
    const begun = await cluster();
    await carriedOut(world, begun, SNAPSHOT);
    const [{ name = '' } = {}] = await snapshotsOf(begun);
    const restore = { kind: 'restore', snapshotName: name, scope: 'all' } as const;
    const unknown = accepted(world, begun, { ...restore, snapshotName: 'nosuch' });
    await expect(unknown).rejects.toMatchObject({ body: { snapshot: ['The cluster has no snapshot nosuch.'] } });
    const before = await clusterOf(world, begun);
    await carriedOut(world, begun, restore);
    const after = await clusterOf(world, begun);
    expect([after.state, after.rancherOperation, after.machinePools?.settings]).toEqual([
      ...['OK', undefined, before.machinePools?.settings],
    ]);
    expect(after.endedOperations?.map(({ wanted, phase }) => [wanted, phase])).toEqual([
      [SNAPSHOT, 'Finished'],
      [restore, 'Finished'],
    ]);
  });

  test('has another encryption key after Rancher’s phases, which its record shows (T47)', async () => {
    await simulator.setDelays({ operationPhase: 30_000 });
    const running = await asked(world, await cluster(), KEYS);
    await expect.poll(() => phaseOf(running), EVENTUALLY).toBe('PostPrepareRestart');
    expect(await clusterOf(world, running)).toMatchObject({
      state: 'UPDATING',
      currentStep: expect.stringContaining('servers restart with the new key'),
    });
    const done = async () => (await looked(world, running))?.output;
    await expect.poll(done, EVENTUALLY).toEqual({ ready: true });
    expect(await phaseOf(running)).toBe('Done');
  });
});

describe('a restore', () => {
  test('of the release is recorded, because Rancher has changed it (T46)', async () => {
    const begun = await finishedOrder(world);
    await carriedOut(world, begun, SNAPSHOT);
    const [{ name = '' } = {}] = await snapshotsOf(begun);
    const { kubernetesVersion } = await clusterOf(world, begun);
    await set(begun, { kubernetesVersion: 'v1.99.0+rke2r1' });
    await carriedOut(world, begun, { kind: 'restore', snapshotName: name, scope: 'kubernetesVersion' });
    expect((await clusterOf(world, begun)).kubernetesVersion).toBe(kubernetesVersion);
  });

  test('helps a cluster that has failed, and an interrupted change of pools goes on afterwards (T49)', async () => {
    const begun = await ofPools();
    await carriedOut(world, begun, SNAPSHOT);
    const [{ name = '' } = {}] = await snapshotsOf(begun);
    const poolChange = { rolling: [], rolled: 0, chosen: [], deleted: [], forced: [] };
    await set(begun, { state: 'ERRED', poolChange });
    await expect(accepted(world, begun, SNAPSHOT)).rejects.toMatchObject({ name: 'Conflict' });
    await carriedOut(world, begun, { kind: 'restore', snapshotName: name, scope: 'none' });
    expect(await clusterOf(world, begun)).toMatchObject({
      ...{ state: 'ERRED', poolChange },
      lastError: { code: 'CONFLICT', owner: 'user', message: expect.stringContaining('repeat that change') },
    });
  });

  test('is refused if the order of the cluster has failed, which only a retry completes (T49)', async () => {
    const begun = await finishedOrder(world);
    const order = await store.orders.get((await clusterOf(world, begun)).orderUuid);
    await store.commit(store.orders.replace(changed(order, world.clock.now(), { state: 'erred' })));
    await set(begun, { state: 'ERRED' });
    const restore = accepted(world, begun, { kind: 'restore', snapshotName: 'x', scope: 'none' });
    await expect(restore).rejects.toMatchObject({
      message: expect.stringContaining('order of the cluster has failed'),
    });
  });
});

describe('an operation that Rancher gives up', () => {
  async function givenUp(wanted: Parameters<typeof asked>[2], operation: string): Promise<Begun> {
    const cluster = await finishedOrder(world);
    if (wanted.kind === 'restore') await carriedOut(world, cluster, SNAPSHOT);
    const { name } = await clusterOf(world, cluster);
    await failNext(simulator, name, operation);
    const [snapshot] = await snapshotsOf(cluster);
    const begun = await asked(world, cluster, {
      ...wanted,
      ...(wanted.kind === 'restore' && { snapshotName: snapshot?.name ?? '' }),
    });
    const answer = async () => (await looked(world, begun))?.error;
    await expect.poll(answer, EVENTUALLY).toBe('OperationStalled');
    const { error = '', cause = '' } = (await looked(world, begun)) ?? {};
    await recordFailure.call(deps, { ...begun.target, error, cause, failedStep: 'watch.watchOperation' });
    return begun;
  }
  const RESTORE = { kind: 'restore', snapshotName: '', scope: 'none' } as const;

  test.each([
    ['a snapshot', SNAPSHOT, 'etcdSnapshotCreate'],
    ['a restore', RESTORE, 'etcdSnapshotRestore'],
    ['a rotation of keys', KEYS, 'rotateEncryptionKeys'],
  ])(
    '%s fails with code, owner and next step, and begins again with another number (T46, T47, D3)',
    async (...given) => {
      const [, wanted, operation] = given;
      const begun = await givenUp(wanted, operation);
      const failed = await clusterOf(world, begun);
      expect(failed).toMatchObject({
        ...{ state: 'ERRED', lastError: { code: 'OPERATION_STALLED', owner: 'operator' } },
        rancherOperation: {
          ...{ generation: 1, phase: 'Failed' },
          stall: { message: expect.stringContaining('Rancher has given up the operation.') },
        },
      });
      const again = failed.rancherOperation?.wanted ?? wanted;
      if (again.kind === 'certificates') throw new Error('the cluster has the operation that was asked for');
      await carriedOut(world, begun, again);
      const { state, endedOperations = [] } = await clusterOf(world, begun);
      expect([state, endedOperations.at(-1)]).toMatchObject(['OK', { wanted: again, generation: 2 }]);
    },
  );
});

describe('Rancher is asked for an operation', () => {
  test('once, however often the step is repeated (T45)', async () => {
    const begun = await asked(world, await finishedOrder(world), SNAPSHOT);
    const written = await simulator.countOf('PUT', '');
    expect(await requestOperation.call(deps, begun.target)).toEqual({ requested: true });
    expect(await simulator.countOf('PUT', '')).toBe(written);
    expect(await clusterOf(world, begun)).toMatchObject({ rancherOperation: { generation: 1 } });
  });

  test('again with the same number if somebody else has written the cluster in between (T45)', async () => {
    const begun = await accepted(world, await finishedOrder(world), SNAPSHOT);
    await beginOperation.call(deps, begun.target);
    await simulator.plan({ method: 'PUT', path: '^/v1/provisioning', kind: 'status', status: 409, nth: 1 });
    expect(await requestOperation.call(deps, begun.target)).toEqual({ requested: false });
    expect(await requestOperation.call(deps, begun.target)).toEqual({ requested: true });
    expect(await clusterOf(world, begun)).toMatchObject({ rancherOperation: { generation: 1 } });
  });

  test('not after another operation has begun, or the cluster was removed (T45)', async () => {
    const begun = await asked(world, await finishedOrder(world), SNAPSHOT);
    const { name } = await clusterOf(world, begun);
    await (await inRancher()).deleteProvisioningCluster(name);
    await expect(requestOperation.call(deps, begun.target)).rejects.toMatchObject({ name: 'BackendNotFound' });
    expect(await looked(world, begun)).toMatchObject({ error: 'TakenAway' });
    await set(begun, { rancherOperation: undefined });
    await expect(requestOperation.call(deps, begun.target)).rejects.toMatchObject({ name: 'Superseded' });
    await expect(looked(world, begun)).rejects.toMatchObject({ name: 'Superseded' });
  });
});

describe('an operation that does not end', () => {
  /** An operation that stays in Rancher's first phase until the phase's time limit has passed. */
  async function stalled(): Promise<Begun> {
    await simulator.setDelays({ operationPhase: 60_000_000 });
    const begun = await asked(world, await finishedOrder(world), SNAPSHOT);
    await expect.poll(() => phaseOf(begun), EVENTUALLY).toBe('Started');
    const { rancherOperation } = await clusterOf(world, begun);
    const phaseSince = new Date(world.clock.now().getTime() - 15 * 60_000).toISOString();
    await set(begun, { rancherOperation: rancherOperation && { ...rancherOperation, phaseSince } });
    const { error = '', cause = '' } = (await looked(world, begun)) ?? {};
    await recordFailure.call(deps, { ...begun.target, error, cause, failedStep: 'watch.watchOperation' });
    return begun;
  }

  test('is stalled with code, owner and next step, and goes on with its number when it is repeated (D3, D7)', async () => {
    const begun = await stalled();
    const { state, lastError, rancherOperation, endedOperations } = await clusterOf(world, begun);
    expect([state, rancherOperation?.generation, endedOperations?.length]).toEqual(['ERRED', 1, 1]);
    expect(lastError).toMatchObject({ code: 'OPERATION_STALLED', owner: 'operator', step: 'watch.watchOperation' });
    expect(rancherOperation?.stall).toMatchObject({
      message: expect.stringContaining('Rancher did not finish phase Started within 15 minutes'),
      nextStep: expect.stringContaining('take another snapshot'),
    });
    const again = await asked(world, begun, SNAPSHOT);
    const after = await clusterOf(world, again);
    expect([after.state, after.lastError]).toEqual(['UPDATING', undefined]);
    expect([after.rancherOperation?.generation, after.rancherOperation?.stall]).toEqual([1, undefined]);
  });

  test('is refused for another kind until it is repeated (T45)', async () => {
    const begun = await stalled();
    await expect(accepted(world, begun, KEYS)).rejects.toMatchObject({ name: 'Conflict' });
  });

  test('fails at the deadline of all phases (D3)', async () => {
    await simulator.setDelays({ operationPhase: 60_000_000 });
    const begun = await asked(world, await finishedOrder(world), SNAPSHOT);
    const answer = await looked(world, begun, DEADLINE_MS);
    expect([answer?.error, answer?.cause]).toEqual([
      'OperationStalled',
      expect.stringMatching(/^The operation did not end within 60 s\. Rancher takes snapshots/),
    ]);
  });
});
