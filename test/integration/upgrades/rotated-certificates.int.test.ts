import { beforeEach, describe, expect, test } from 'vitest';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { type RotationRequest, rotateCertificates } from '#shared/app/upgrades/rotate-certificates';
import { beginRotation, finishRotation } from '#shared/app/upgrades/steps/rotation-records';
import { startRotation } from '#shared/app/upgrades/steps/start-rotation';
import { watchRotation } from '#shared/app/upgrades/steps/watch-rotation';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Begun, clusterOf, DEADLINE_MS, EVENTUALLY, stepWorldPerFile } from '../_worlds/step-world.ts';
import { finishedOrder } from '../nodes/added-node.ts';

const world = await stepWorldPerFile();
const { store, deps, rancherSimulator: simulator } = world;
beforeEach(async () => {
  world.answers.length = 0;
  world.recorded.length = 0;
  await simulator.clearFaults();
  await simulator.setDelays({ nodeRotation: 500 });
});

const REQUEST: RotationRequest = { services: [], isForced: false };
async function accepted(begun: Begun, fields: Partial<RotationRequest> = {}): Promise<Begun> {
  const parseRequest = () => ({ ...REQUEST, ...fields });
  const cluster = await rotateCertificates(world, world.owner, {
    ...{ uuidText: begun.target.clusterUuid, parseRequest, correlationId: 'correlation-5' },
  });
  return { ...begun, target: { ...begun.target, operationUuid: cluster.operationUuid ?? '' } };
}
async function rotating(fields: Partial<RotationRequest> = {}): Promise<Begun> {
  const begun = await accepted(await finishedOrder(world), fields);
  await beginRotation.call(deps, begun.target);
  return begun;
}
const start = ({ target }: Begun) => startRotation.call(deps, target);
const look = ({ target }: Begun, waitedMs = 0) =>
  watchRotation.call(deps, { ...target, taskToken: 'token', waitedMs, deadlineMs: DEADLINE_MS });
const done = async (begun: Begun) => {
  await look(begun);
  return world.answers;
};
const lines = async ({ target }: Begun) =>
  (await store.events.listByCluster(target.clusterUuid)).map((it) => it.message);
const resourceState = async (begun: Begun) =>
  (await store.resources.get((await clusterOf(world, begun)).resourceUuid)).state;
async function planeOf(begun: Begun) {
  const { name } = await clusterOf(world, begun);
  return (await world.rancher.open(world.settings)).findControlPlane(name);
}
async function set(begun: Begun, fields: Partial<Cluster>): Promise<void> {
  await store.commit(store.clusters.replace(changed(await clusterOf(world, begun), world.clock.now(), fields)));
}

describe('a rotation of certificates', () => {
  test('is asked of Rancher once, and done when Rancher has finished it', async () => {
    const begun = await rotating();
    expect([(await clusterOf(world, begun)).state, await resourceState(begun)]).toEqual(['UPDATING', 'Updating']);
    expect(await start(begun)).toEqual({ started: true });
    expect(await clusterOf(world, begun)).toMatchObject({ certificateRotation: { services: [], generation: 1 } });
    const written = await simulator.countOf('PUT', '');
    expect(await start(begun)).toEqual({ started: true });
    expect(await simulator.countOf('PUT', '')).toBe(written);
    await expect.poll(() => done(begun), EVENTUALLY).toMatchObject([{ output: { ready: true } }]);
    expect(await planeOf(begun)).toMatchObject({ rotatedGeneration: 1 });
    await finishRotation.call(deps, begun.target);
    const after = await clusterOf(world, begun);
    expect(after).toMatchObject({
      ...{ state: 'OK', currentStep: '', certificatesRotatedAt: world.clock.now().toISOString() },
    });
    expect([after.certificateRotation, await resourceState(begun)]).toEqual([undefined, 'OK']);
    expect(await lines(begun)).toEqual(
      expect.arrayContaining([
        'Rotation of certificates has begun: all services',
        'Rancher was asked to rotate the certificates',
        'The certificates have been replaced',
      ]),
    );
    expect(world.published.at(-1)).toEqual({
      ...{ type: 'cluster.certificates_rotated', detail: { clusterUuid: after.uuid } },
    });
  });

  test('raises the counter that Rancher has, and again for the next one', async () => {
    const begun = await rotating();
    await start(begun);
    await expect.poll(() => done(begun), EVENTUALLY).toMatchObject([{ output: { ready: true } }]);
    await finishRotation.call(deps, begun.target);
    const again = await accepted(begun);
    await beginRotation.call(deps, again.target);
    await start(again);
    expect(await clusterOf(world, again)).toMatchObject({ certificateRotation: { generation: 2 } });
  });

  test('of some services leaves open when the others end', async () => {
    const begun = await rotating({ services: ['kubelet'] });
    await start(begun);
    await expect.poll(() => done(begun), EVENTUALLY).toMatchObject([{ output: { ready: true } }]);
    await finishRotation.call(deps, begun.target);
    expect((await clusterOf(world, begun)).certificatesRotatedAt).toBeUndefined();
    expect(await lines(begun)).toContain('Rotation of certificates has begun: kubelet');
  });

  test('says what Rancher waits for', async () => {
    await simulator.setDelays({ nodeRotation: 6_000_000 });
    const begun = await rotating();
    await start(begun);
    await look(begun);
    expect(world.answers).toEqual([]);
    expect((await clusterOf(world, begun)).currentStep).toMatch(
      /^Rancher rotates certificates: .*certificate rotation$/,
    );
  });

  test('that Rancher’s own writers get ahead of is asked for again, with the same number', async () => {
    const begun = await rotating();
    await simulator.plan({ method: 'PUT', path: '^/v1/provisioning', kind: 'status', status: 409, nth: 1 });
    expect(await start(begun)).toEqual({ started: false });
    expect(await start(begun)).toEqual({ started: true });
    expect(await clusterOf(world, begun)).toMatchObject({ certificateRotation: { generation: 1 } });
  });
});

describe('a rotation of certificates that does not end', () => {
  async function stuck(): Promise<Begun> {
    await simulator.setDelays({ nodeRotation: 6_000_000 });
    const begun = await rotating();
    await start(begun);
    await look(begun, DEADLINE_MS);
    const [{ error = '', cause = '' } = {}] = world.answers;
    await recordFailure.call(deps, { ...begun.target, error, cause, failedStep: 'watch.watchRotation' });
    return begun;
  }

  test('ends at its deadline with what Rancher waits for, and the same rotation goes on', async () => {
    const begun = await stuck();
    expect(await clusterOf(world, begun)).toMatchObject({
      ...{ state: 'ERRED', certificateRotation: { generation: 1 } },
      lastError: {
        ...{ code: 'ROTATION_TIMEOUT', owner: 'operator', retryable: true, step: 'watch.watchRotation' },
        message: expect.stringContaining('certificate rotation'),
      },
    });
    expect(world.recorded).toContainEqual(
      expect.objectContaining({ name: 'UpgradesErred', dimensions: { Code: 'ROTATION_TIMEOUT', Owner: 'operator' } }),
    );
    const again = await accepted(begun, { services: ['etcd'] });
    await beginRotation.call(deps, again.target);
    expect(await start(again)).toEqual({ started: true });
    expect(await clusterOf(world, again)).toMatchObject({
      ...{ state: 'UPDATING', certificateRotation: { services: [], generation: 1 } },
    });
  });

  test('because its cluster was removed in Rancher says so', async () => {
    const begun = await rotating();
    const { name } = await clusterOf(world, begun);
    await (await world.rancher.open(world.settings)).deleteProvisioningCluster(name);
    await expect(start(begun)).rejects.toMatchObject({ name: 'BackendNotFound' });
    await look(begun, DEADLINE_MS);
    expect(world.answers).toMatchObject([{ error: 'TakenAway' }]);
  });

  test('stops when another operation begins', async () => {
    const begun = await rotating();
    await set(begun, { certificateRotation: undefined });
    await expect(start(begun)).rejects.toMatchObject({ name: 'Superseded' });
    await expect(look(begun)).rejects.toMatchObject({ name: 'Superseded' });
  });
});

describe('a rotation of certificates is refused', () => {
  const refusal = (begun: Begun, fields: Partial<RotationRequest> = {}) =>
    accepted(begun, fields).catch((error: unknown) => error);

  test('while a node is not active, unless it is forced, as once certificates have ended', async () => {
    const begun = await finishedOrder(world);
    const nodes = await store.nodes.listByCluster(begun.target.clusterUuid);
    const node = nodes[0] ?? expect.fail('there is no node');
    const { version } = await clusterOf(world, begun);
    await store.commit(store.nodes.replace(changed(node, world.clock.now(), { state: 'ERRED' })));
    const degraded = `The cluster is degraded, but every node has to be active: ${node.spec.role} ${node.spec.name} is ERRED.`;
    expect(await refusal(begun)).toMatchObject({ name: 'Conflict', message: degraded });
    expect((await clusterOf(world, begun)).version).toBe(version);
    expect(await refusal(begun, { isForced: true })).toMatchObject({ target: {} });
    expect(await clusterOf(world, begun)).toMatchObject({ state: 'UPDATE_SCHEDULED' });
  });

  test('while a node is changed, for a hibernated cluster’s machines, and after another failure', async () => {
    const begun = await finishedOrder(world);
    const { nodes } = await clusterOf(world, begun);
    const nodeUuid = nodes[0]?.uuid ?? '';
    const since = world.clock.now().toISOString();
    await set(begun, { nodeOperations: [{ uuid: world.ids.uuid(), nodeUuid, machine: 'add-node', since }] });
    expect(await refusal(begun)).toMatchObject({
      message: expect.stringMatching(/^These nodes of the cluster are being/),
    });
    await set(begun, { nodeOperations: [], hibernation: { status: 'HIBERNATED', since, drained: [] } });
    expect(await refusal(begun)).toMatchObject({
      name: 'Conflict',
      message: 'The cluster is hibernated. Wake it up first.',
    });
    await set(begun, { hibernation: undefined, state: 'ERRED' });
    expect(await refusal(begun)).toMatchObject({ name: 'Conflict' });
  });

  test('for a cluster that Rancher does not have any more', async () => {
    const begun = await finishedOrder(world);
    await set(begun, { backendId: 'c-m-gone' });
    expect(await refusal(begun)).toMatchObject({ message: 'Rancher does not have the cluster any more.' });
  });
});
