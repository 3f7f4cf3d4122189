import { expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aResource } from '#test/builders/builders';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { type PoolsWorld, poolsWorldPerTest } from '../pools/pools-world.ts';

let world: PoolsWorld;
poolsWorldPerTest((now) => {
  world = now;
});

/** A record of the running cluster with pools, and functions that call the routes for operations. */
async function standing(fields: Partial<Cluster> = {}) {
  const { store, customerUuid, projectUuid, people, ask } = world.market;
  const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
  await store.commit(store.resources.insert(resource));
  const { uuid } = await world.stored(world.made, { resourceUuid: resource.uuid, ...fields });
  const path = `rancher-clusters/${uuid}/`;
  const shown = z.object({ operations: z.array(z.looseObject({ kind: z.string() })) });
  return {
    uuid,
    snapshot: (person = people.owner, body: object = {}) => ask('POST', `${path}etcd-snapshots/`, { ...person, body }),
    rotate: (person = people.owner) => ask('POST', `${path}rotate_encryption_keys/`, { ...person, body: {} }),
    restore: (body: object, person = people.owner) => ask('POST', `${path}restore_etcd_snapshot/`, { ...person, body }),
    operations: async () => shown.parse((await ask('GET', path, people.member)).body).operations,
  };
}

test('a snapshot is accepted once, and the cluster shows it (T45, D7)', async () => {
  const { uuid, snapshot, operations } = await standing();
  const running = { kind: 'snapshot', state: 'running', number: null, phase: '', percent: 0, stalled: null };
  expect(await snapshot()).toMatchObject({ status: 202, body: running });
  expect(await world.market.store.clusters.get(uuid)).toMatchObject({ state: 'UPDATE_SCHEDULED' });
  expect(await operations()).toMatchObject([running]);
  expect(await snapshot()).toMatchObject({ status: 409 });
});

test('a restore says first what it loses, and is accepted with a snapshot of the cluster (T46)', async () => {
  const { opened, made } = world;
  const wanted = { kind: 'snapshot' as const };
  await expect.poll(() => opened.rancher.requestOperation(made.id, { wanted, generation: 1 })).toBe('requested');
  await expect.poll(() => opened.rancher.listEtcdSnapshots(made.id), EVENTUALLY).toHaveLength(1);
  const [{ name, createdAt } = { name: '', createdAt: '' }] = await opened.rancher.listEtcdSnapshots(made.id);
  const { uuid, restore, operations } = await standing();
  const plan = { snapshot: name, created: createdAt, restore_rke_config: 'all', changes: [] };
  const body = { snapshot: name, restore_rke_config: 'all' };
  const planned = await restore({ ...body, dry_run: true });
  expect(planned).toMatchObject({ status: 200, body: { ...plan, age_seconds: expect.any(Number) } });
  expect((await world.market.store.clusters.get(uuid)).state).toBe('OK');
  expect(await restore({ ...body, snapshot: 'nosuch' })).toMatchObject({
    status: 400,
    body: { snapshot: expect.anything() },
  });
  expect(await restore({ ...body, restore_rke_config: 'pools' })).toMatchObject({
    ...{ status: 400, body: { restore_rke_config: expect.anything() } },
  });
  expect((await restore(body, world.market.people.member)).status).toBe(403);
  expect(await restore(body)).toMatchObject({ status: 202, body: plan });
  expect(await operations()).toMatchObject([{ kind: 'restore', state: 'running', snapshot: name }]);
});

test('a rotation of encryption keys is accepted, and refused while Rancher rotates them already (T47)', async () => {
  const { rotate } = await standing();
  expect(await rotate()).toMatchObject({ status: 202, body: { kind: 'encryption-keys', state: 'running' } });
  await world.simulator.setDelays({ operationPhase: 60_000_000 });
  const wanted = { kind: 'encryption-keys' as const };
  await expect
    .poll(() => world.opened.rancher.requestOperation(world.made.id, { wanted, generation: 1 }))
    .toBe('requested');
  const { rotate: again, snapshot } = await standing();
  for (const refused of [await again(), await snapshot()]) {
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: 'Wait until a rotation of encryption keys has ended.' },
    });
  }
});

test('operations are shown with their end, and failed ones with what helps (D3, D7)', async () => {
  const at = '2026-03-01T12:00:00.000Z';
  const operation = { generation: 4, startedAt: at, phase: 'Finished', phaseSince: at };
  const stall = {
    code: 'OPERATION_STALLED',
    owner: 'operator',
    retryable: true,
    message: 'No.',
    nextStep: 'Do.',
  } as const;
  const restore = { kind: 'restore', snapshotName: 'x', scope: 'none' } as const;
  const { operations } = await standing({
    state: 'ERRED',
    rancherOperation: { ...operation, wanted: restore, phase: 'Shutdown', stall },
    endedOperations: [
      { ...operation, wanted: { kind: 'snapshot' }, endedAt: at },
      { ...operation, wanted: restore, generation: 3, endedAt: at },
    ],
  });
  expect(await operations()).toMatchObject([
    {
      ...{ kind: 'restore', state: 'failed', number: 4, phase: 'Shutdown', snapshot: 'x', restore_rke_config: 'none' },
      ...{ text: 'Rancher restores etcd: Kubernetes stops on all servers', percent: 14, ended_at: null },
      stalled: { code: 'OPERATION_STALLED', owner: 'operator', next_step: 'Do.' },
    },
    { kind: 'snapshot', state: 'done', number: 4, percent: 100, ended_at: at, stalled: null },
  ]);
});

test('an operation is refused to members, with fields, in other states, and before Rancher has the cluster (T45, T48)', async () => {
  const { market } = world;
  const { uuid, snapshot, rotate } = await standing();
  expect([(await snapshot(market.people.member)).status, (await rotate(market.people.member)).status]).toEqual([
    403, 403,
  ]);
  expect((await snapshot(market.people.outsider)).status).toBe(404);
  expect(await snapshot(market.people.owner, { name: 'x' })).toMatchObject({
    status: 400,
    body: { name: expect.anything() },
  });
  const set = async (fields: Partial<Cluster>) =>
    market.store.commit(
      market.store.clusters.replace(changed(await market.store.clusters.get(uuid), new Date(), fields)),
    );
  await set({ state: 'ERRED' });
  expect(await snapshot()).toMatchObject({ status: 409 });
  await set({ state: 'OK', backendId: '' });
  expect(await snapshot()).toMatchObject({ status: 400, body: ['Resource does not have backend ID.'] });
  const young = await world.aClusterInRancher();
  expect(
    await market.ask('POST', `rancher-clusters/${young.uuid}/etcd-snapshots/`, { ...market.people.owner, body: {} }),
  ).toMatchObject({ status: 409, body: { detail: 'The control plane of the cluster has not run yet.' } });
  await world.simulator.plan({ kind: 'refuse', path: '.' });
  await set({ backendId: world.made.id.backendId });
  expect((await snapshot()).status).toBe(503);
  await world.simulator.clearFaults();
});
