import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { beginUpgrade } from '#shared/app/upgrades/steps/begin-upgrade';
import { finishUpgrade } from '#shared/app/upgrades/steps/finish-upgrade';
import { startUpgrade } from '#shared/app/upgrades/steps/start-upgrade';
import { watchUpgrade } from '#shared/app/upgrades/steps/watch-upgrade';
import { type UpgradeRequest, upgradeCluster } from '#shared/app/upgrades/upgrade-cluster';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_DRAIN } from '#shared/domain/clusters/cluster-upgrade';
import {
  type Begun,
  clusterOf,
  DEADLINE_MS,
  EVENTUALLY,
  nodesOf,
  orderWithServers,
  stateOf,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { attributesIn } from '../_worlds/world.ts';
import { finish } from '../nodes/added-node.ts';

const [OLD, NEW] = ['v1.31.7+rke2r1', 'v1.32.3+rke2r1'];
const world = await stepWorldPerFile();
const { store, deps, rancherSimulator: simulator } = world;
beforeEach(async () => {
  world.answers.length = 0;
  world.recorded.length = 0;
  await simulator.clearFaults();
  await simulator.setDelays({ drain: 1000, nodeUpgrade: 3000 });
});

const REQUEST: UpgradeRequest = { to: NEW, drain: DEFAULT_DRAIN, workerConcurrency: 1, isDryRun: false };
/** Accepts an upgrade. The target of the result has the uuid of the upgrade's operation. */
async function accepted(begun: Begun, fields: Partial<UpgradeRequest> = {}): Promise<Begun> {
  const parseRequest = () => ({ ...REQUEST, ...fields });
  const { cluster } = await upgradeCluster(world, world.owner, {
    ...{ uuidText: begun.target.clusterUuid, parseRequest, correlationId: 'correlation-5' },
  });
  return { ...begun, target: { ...begun.target, operationUuid: cluster.operationUuid ?? '' } };
}
async function upgrading(fields: Partial<UpgradeRequest> = {}): Promise<Begun> {
  const begun = await accepted(await finish(world, await orderWithServers(world, attributesIn(world, 3, 2))), fields);
  await beginUpgrade.call(deps, begun.target);
  return begun;
}
const start = ({ target }: Begun) => startUpgrade.call(deps, target);
const observe = ({ target }: Begun, waitedMs = 0) =>
  watchUpgrade.call(deps, { ...target, taskToken: 'token', waitedMs, deadlineMs: DEADLINE_MS });

const rancherMachines = z.array(
  z.object({
    ...{ clusterId: z.string(), requestedHostname: z.string(), state: z.string(), kubernetesVersion: z.string() },
    roles: z.object({ etcd: z.boolean() }),
  }),
);
/** The cluster's machines in the simulated Rancher. During an upgrade, their states change and the nodes stay active. */
const machinesInRancher = async (backendId: string) =>
  rancherMachines.parse((await stateOf(simulator)).machines).filter(({ clusterId }) => clusterId === backendId);
/** Watches an upgrade. `order` has the nodes' roles as they were upgraded. `servers`: the most servers absent at once. */
async function watchRancher(begun: Begun) {
  const order = new Set<string>();
  const { backendId } = await clusterOf(world, begun);
  let servers = 0;
  const isDone = async () => {
    const machines = await machinesInRancher(backendId);
    const away = machines.filter(({ state }) => state !== 'running');
    for (const { requestedHostname } of away) order.add(requestedHostname);
    servers = Math.max(servers, away.filter(({ roles }) => roles.etcd).length);
    return away.length === 0 && machines.every(({ kubernetesVersion }) => kubernetesVersion === NEW);
  };
  await expect.poll(isDone, { timeout: 20_000, interval: 20 }).toBe(true);
  // Rancher shows a cluster as active some time after its last node is active.
  const active = expect.objectContaining({ id: backendId, state: 'active' });
  await expect.poll(async () => (await stateOf(simulator)).clusters, EVENTUALLY).toContainEqual(active);
  return { servers, order: [...order].map((name) => /server|agent/.exec(name)?.[0]) };
}
const lines = async ({ target }: Begun) =>
  (await store.events.listByCluster(target.clusterUuid)).map((it) => it.message);
const resourceState = async (begun: Begun) =>
  (await store.resources.get((await clusterOf(world, begun)).resourceUuid)).state;

describe('an upgrade', () => {
  test('is asked of Rancher once, which takes one server away at a time, then agents; cluster and nodes show the new version (S0-420)', async () => {
    await simulator.setDelays({ nodeUpgrade: 20_000 }); // slow enough that polling sees every node while it is away
    const begun = await upgrading();
    expect([(await clusterOf(world, begun)).state, await resourceState(begun)]).toEqual(['UPDATING', 'Updating']);
    expect(await start(begun)).toEqual({ started: true });
    const written = await simulator.countOf('PUT', '');
    const [seen] = await Promise.all([watchRancher(begun), start(begun)]);
    expect(await simulator.countOf('PUT', '')).toBe(written);
    expect(seen).toEqual({ servers: 1, order: ['server', 'server', 'server', 'agent', 'agent'] });
    await observe(begun);
    expect(world.answers).toMatchObject([{ output: { ready: true } }]);
    await finishUpgrade.call(deps, begun.target);
    const done = await clusterOf(world, begun);
    expect(done).toMatchObject({ state: 'OK', kubernetesVersion: NEW, currentStep: '', nodeOperations: [] });
    expect([done.upgrade, await resourceState(begun)]).toEqual([undefined, 'OK']);
    expect(new Set((await nodesOf(world, begun)).map(({ facts }) => facts.k8sVersion))).toEqual(new Set([NEW]));
    expect(await lines(begun)).toEqual(
      expect.arrayContaining([`Upgrade from ${OLD} to ${NEW} started`, `Node runs ${NEW}`, `Cluster runs ${NEW}`]),
    );
    expect(world.published.at(-1)).toEqual({
      type: 'cluster.upgraded',
      detail: { clusterUuid: done.uuid, kubernetesVersion: NEW },
    });
  });

  test('shows how far it is, and keeps the old version until all nodes have the new one', async () => {
    await simulator.setDelays({ drain: 6_000_000 });
    const begun = await upgrading({ drain: { ...DEFAULT_DRAIN, enabled: true } });
    await start(begun);
    await observe(begun);
    expect(world.answers).toEqual([]);
    expect(await clusterOf(world, begun)).toMatchObject({
      ...{ state: 'UPDATING', kubernetesVersion: OLD, currentStep: `0 of 5 nodes run ${NEW}` },
      upgrade: { from: OLD, to: NEW, upgradedNodes: 0 },
    });
    const before = await clusterOf(world, begun);
    const asked = await simulator.countOf('GET', '');
    await observe(begun);
    expect(await clusterOf(world, begun)).toEqual(before);
    expect(await simulator.countOf('GET', '')).toBe(asked + 2);
  });

  test('is recorded in the audit with the version of before and after', async () => {
    const begun = await upgrading({ drain: { ...DEFAULT_DRAIN, enabled: false } });
    await start(begun);
    await watchRancher(begun);
    await finishUpgrade.call(deps, begun.target);
    const { clusterUuid } = begun.target;
    const listed = await store.audit.list({ visibility: 'all', clusterUuid }, { page: 1, pageSize: 50 });
    const ofCluster = listed.items.flatMap(({ changes }) => changes.filter(({ model }) => model === 'Rancher.Cluster'));
    const fieldsOf = (type: string, field: string) =>
      ofCluster.flatMap(({ eventType, fields }) => (eventType === type ? (fields[field] ?? []) : []));
    expect(fieldsOf('resource_update_scheduled', 'upgrade.from')).toEqual([{ after: OLD }]);
    expect(fieldsOf('resource_update_scheduled', 'upgrade.to')).toEqual([{ after: NEW }]);
    expect(fieldsOf('resource_update_succeeded', 'kubernetesVersion')).toContainEqual({ before: OLD, after: NEW });
  });

  test('that Rancher’s own writers get ahead of is asked for again', async () => {
    const begun = await upgrading();
    await simulator.plan({ method: 'PUT', path: '^/v1/provisioning', kind: 'status', status: 409, nth: 1 });
    expect(await start(begun)).toEqual({ started: false });
    expect(await start(begun)).toEqual({ started: true });
  });
});

describe('an upgrade that does not end', () => {
  /** An upgrade that cannot drain a node: the node has pods without a controller, and `force` is off. */
  async function stuck(): Promise<Begun> {
    const begun = await upgrading({ drain: { ...DEFAULT_DRAIN, force: false } });
    await start(begun);
    await expect
      .poll(async () => (await stateOf(simulator)).clusters, EVENTUALLY)
      .toContainEqual(expect.objectContaining({ message: expect.stringContaining('error draining node') }));
    await observe(begun, DEADLINE_MS);
    const [{ error = '', cause = '' } = { error: '', cause: '' }] = world.answers;
    await recordFailure.call(deps, { ...begun.target, error, cause, failedStep: 'watch.watchUpgrade' });
    return begun;
  }

  test('ends at its deadline with what is wrong, and the same upgrade goes on with a drain that is allowed to end', async () => {
    const begun = await stuck();
    expect(await clusterOf(world, begun)).toMatchObject({
      ...{ state: 'ERRED', kubernetesVersion: OLD, upgrade: { to: NEW } },
      lastError: { code: 'DRAIN_FAILED', owner: 'user', retryable: true, step: 'watch.watchUpgrade' },
    });
    expect((await clusterOf(world, begun)).lastError?.message).toMatch(
      /^0 of 5 nodes run \S+ after 60 s; .*error draining/,
    );
    expect(await resourceState(begun)).toBe('Erred');
    expect(world.recorded).toContainEqual(
      expect.objectContaining({ name: 'UpgradesErred', dimensions: { Code: 'DRAIN_FAILED', Owner: 'user' } }),
    );
    await expect(accepted(begun, { to: 'v1.31.9+rke2r1' })).rejects.toMatchObject({
      body: {
        kubernetes_version: [
          `Rancher has already begun the upgrade to ${NEW}. Request ${NEW} again to finish it first.`,
        ],
      },
    });
    const again = await accepted(begun);
    await beginUpgrade.call(deps, again.target);
    expect(await start(again)).toEqual({ started: true });
    await watchRancher(again);
    world.answers.length = 0;
    await observe(again);
    expect(world.answers).toMatchObject([{ output: { ready: true } }]);
    await finishUpgrade.call(deps, again.target);
    expect(await clusterOf(world, again)).toMatchObject({ state: 'OK', kubernetesVersion: NEW });
    expect((await clusterOf(world, again)).lastError).toBeUndefined();
  });

  test.each([NEW, OLD])(
    'because Rancher refused the version gives way to %s, another one or that which the cluster runs',
    async (to) => {
      const UNKNOWN = 'v1.31.99+rke2r1';
      const begun = await upgrading();
      const cluster = await clusterOf(world, begun);
      const upgrade = cluster.upgrade && { ...cluster.upgrade, to: UNKNOWN };
      await store.commit(store.clusters.replace(changed(cluster, world.clock.now(), { upgrade })));
      await simulator.plan({ method: 'PUT', path: '^/v1/provisioning', kind: 'status', status: 422, nth: 1 });
      const error = await start(begun).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'BackendRejected' });
      const caught = { error: 'BackendRejected', cause: 'no such version', failedStep: 'rancher.startUpgrade' };
      await recordFailure.call(deps, { ...begun.target, ...caught });
      expect(await clusterOf(world, begun)).toMatchObject({ state: 'ERRED', upgrade: { from: OLD, to: UNKNOWN } });
      await simulator.clearFaults();
      const again = await accepted(begun, { to });
      await beginUpgrade.call(deps, again.target);
      expect(await start(again)).toEqual({ started: true });
      const runs = async () =>
        (await machinesInRancher((await clusterOf(world, again)).backendId)).every(
          ({ kubernetesVersion }) => kubernetesVersion === to,
        );
      await expect.poll(runs, { timeout: 20_000, interval: 20 }).toBe(true);
      await finishUpgrade.call(deps, again.target);
      expect(await clusterOf(world, again)).toMatchObject({ state: 'OK', kubernetesVersion: to });
    },
  );

  test('can be deleted, and no upgrade goes on from there', async () => {
    const begun = await stuck();
    const { resourceUuid } = await clusterOf(world, begun);
    await terminateResource(world, world.owner, { resourceUuid, correlationId: 'correlation-6' });
    const leaving = await clusterOf(world, begun);
    expect([leaving.state, leaving.upgrade]).toEqual(['DELETION_SCHEDULED', undefined]);
    await expect(observe(begun)).rejects.toMatchObject({ name: 'Superseded' });
    await expect(accepted(begun)).rejects.toMatchObject({ name: 'Conflict' });
  });

  test('because its cluster was removed in Rancher says so', async () => {
    const begun = await upgrading();
    const { name, backendId } = await clusterOf(world, begun);
    const rancher = await world.rancher.open(world.settings);
    await rancher.deleteProvisioningCluster(name);
    await expect(start(begun)).rejects.toMatchObject({ name: 'BackendNotFound' });
    await observe(begun, DEADLINE_MS);
    expect(world.answers).toMatchObject([
      {
        error: 'TakenAway',
        cause: `Cluster ${name} (${backendId}) was removed in Rancher: there is nothing to upgrade any more.`,
      },
    ]);
  });
});
