import { describe, expect, test } from 'vitest';
import { BackendNotFound } from '#shared/errors';
import { recordedRequests } from '../../recorded-requests.ts';
import { EVENTUALLY, type OpenedRancher } from '../rancher-under-test.ts';
import type { PoolCloud } from './cloud-beside.ts';
import { machineCases } from './pool-machine-cases.ts';
import { operationCases } from './pool-operation-cases.ts';
import {
  type BothClusters,
  byHand,
  type Clusters,
  NO_CLOUD,
  orderedCluster,
  poolsIn,
  removeCluster,
  running,
} from './pooled-clusters.ts';
import { shownCases } from './shown-pool-cases.ts';

const CLUSTERS = '/v1/provisioning.cattle.io.clusters/fleet-default';
const CHOSEN = { 'cluster.x-k8s.io/delete-machine': 'true' };

async function bothClusters(opened: OpenedRancher, cloud: PoolCloud): Promise<BothClusters> {
  const own = await orderedCluster(opened, cloud, poolsIn(cloud, { workers: 2 }));
  const other = await orderedCluster(opened, cloud, poolsIn(cloud, { workers: 1 }));
  await running(opened, own, 3);
  await running(opened, other, 2);
  return { cloud, own, other };
}

export function poolClusterCases(opened: () => OpenedRancher): void {
  describe('clusters with pools', () => {
    let made: Promise<BothClusters> | undefined;
    const clusters: Clusters = (skip) => {
      made ??= bothClusters(opened(), opened().backend.cloud ?? skip(NO_CLOUD));
      return made;
    };

    shownCases(opened, clusters);
    writtenCases(opened, clusters);
    operationCases(opened, clusters);
    machineCases(opened, clusters);

    test('all that Rancher has made of a cluster goes with it, and its configs and credential by name (T18, S2-010)', async ({
      skip,
    }) => {
      const { own, other } = await clusters(skip);
      const { rancher } = opened();
      await removeCluster(opened(), other);
      await expect.poll(() => rancher.listPoolDeployments(other.id), EVENTUALLY).toEqual([]);
      await expect.poll(() => rancher.listMachineTemplates(other.id), EVENTUALLY).toEqual([]);
      await expect.poll(() => rancher.listMachineConfigs(other.labels), EVENTUALLY).toEqual([]);
      expect(await rancher.findPoolCluster(other.id)).toBeUndefined();
      expect(await rancher.listMachineTemplates(own.id)).toHaveLength(2);
      await removeCluster(opened(), own);
    });
  });
}

function writtenCases(opened: () => OpenedRancher, clusters: Clusters): void {
  test('an unchanged cluster costs one request, and nothing is written (T17, S2-013)', async ({ skip }) => {
    const { cloud, own } = await clusters(skip);
    const { asked, connect } = recordedRequests();
    const rancher = await opened().open(opened().backend.key, connect);
    const rendered = own.clusterOf(poolsIn(cloud, { workers: 2 }));
    expect(await rancher.updatePoolCluster(own.id, rendered)).toBe(false);
    expect(asked).toEqual(['GET readProvisioningCluster']);
  });

  test('a change that somebody else’s overtakes is a conflict, and so is one of another cluster (S2-032)', async ({
    skip,
  }) => {
    const { cloud, own, other } = await clusters(skip);
    const wanted = own.clusterOf(poolsIn(cloud, { workers: 3 }));
    const read = async () => (await byHand(opened(), 'GET', `${CLUSTERS}/${own.name}`)).body.spec;
    const { asked, connect } = recordedRequests();
    const overtaken = await opened().open(opened().backend.key, (connection) => {
      const call = connect(connection);
      return async (request) => {
        const answer = await call(request);
        const change = { metadata: { annotations: { 'paddock.test/seen': String(asked.length) } } };
        if (request.op === 'readProvisioningCluster')
          await byHand(opened(), 'PATCH', `${CLUSTERS}/${own.name}`, change);
        return answer;
      };
    });
    const before = await read();
    const conflict = { name: 'BackendConflict' };
    await expect(overtaken.updatePoolCluster(own.id, wanted)).rejects.toMatchObject(conflict);
    const mistaken = { ...own.id, backendId: other.id.backendId };
    const { rancher } = opened();
    await expect(rancher.updatePoolCluster(mistaken, wanted)).rejects.toMatchObject(conflict);
    const snapshot = { wanted: { kind: 'snapshot' as const }, generation: 1 };
    await expect(rancher.requestOperation(mistaken, snapshot)).rejects.toMatchObject(conflict);
    await expect(rancher.createPoolCluster(wanted)).rejects.toMatchObject(conflict);
    expect(await read()).toEqual(before);
    expect(asked).toEqual(['GET readProvisioningCluster', 'PUT updatePoolCluster']);
  });

  test('a cluster is read as it is written, with all machine configs, if it has pools (S2-022)', async ({ skip }) => {
    const { cloud, own } = await clusters(skip);
    const { rancher } = opened();
    const found = await rancher.findWrittenPools(own.name);
    const pools = poolsIn(cloud, { workers: 2 });
    const names = pools.map((spec) => own.configOf(spec).metadata.name);
    expect(found?.cluster.spec.rkeConfig?.machinePools?.map(({ machineConfigRef }) => machineConfigRef?.name)).toEqual(
      names,
    );
    const { flavorId, networkId: netId } = cloud.machine;
    const configs = found?.configs.filter(({ metadata }) => names.includes(metadata.name));
    expect(configs).toMatchObject([
      { flavorId, netId },
      { flavorId, netId },
    ]);
    expect(await rancher.findWrittenPools('nobody')).toBeUndefined();
  });

  test('a pool is paused, and loses its number but no machine, and nothing else changes (D3, T27)', async ({
    skip,
  }) => {
    const { cloud, own, other } = await clusters(skip);
    const { rancher } = opened();
    const read = async () => (await byHand(opened(), 'GET', `${CLUSTERS}/${own.name}`)).body.spec;
    const before = await read();
    const amendments = { paused: ['servers'], released: ['workers'] };
    await expect.poll(() => rancher.amendPools(own.id, amendments), EVENTUALLY).toBe(true);
    expect(await rancher.amendPools(own.id, amendments)).toBe(false);
    const [servers, { quantity, ...workers }] = before.rkeConfig.machinePools;
    const machinePools = [{ ...servers, paused: true }, workers];
    expect([quantity, await read()]).toEqual([2, { ...before, rkeConfig: { ...before.rkeConfig, machinePools } }]);
    const mistaken = { ...own.id, backendId: other.id.backendId };
    await expect(rancher.amendPools(mistaken, amendments)).rejects.toMatchObject({ name: 'BackendConflict' });
    const rendered = own.clusterOf(poolsIn(cloud, { workers: 2 }));
    await expect.poll(() => rancher.updatePoolCluster(own.id, rendered), EVENTUALLY).toBe(true);
    await running(opened(), own, 3);
  });

  test('a pool gets as many machines as are asked for, and of fewer the chosen one leaves (T22, T29, S2-014)', async ({
    skip,
  }) => {
    const { cloud, own } = await clusters(skip);
    const { rancher } = opened();
    // Rancher may write the object between our read and our write. The write then fails with a conflict and is
    // repeated.
    const scale = (workers: number) =>
      expect
        .poll(() => rancher.updatePoolCluster(own.id, own.clusterOf(poolsIn(cloud, { workers }))), EVENTUALLY)
        .toBe(true);
    await scale(3);
    await running(opened(), own, 4);
    const workers = (await rancher.listPoolMachines(own.id)).filter(({ poolName }) => poolName === 'workers');
    const { name = '' } = workers.sort((a, b) => a.createdAt.localeCompare(b.createdAt)).at(-1) ?? {};
    await rancher.annotateMachine(name, CHOSEN);
    const chosen = async () => (await rancher.listPoolMachines(own.id)).filter(({ isChosen }) => isChosen);
    await expect.poll(chosen, EVENTUALLY).toMatchObject([{ name, annotations: CHOSEN }]);
    await scale(2);
    await running(opened(), own, 3);
    const left = (await rancher.listPoolMachines(own.id)).map((machine) => machine.name);
    expect(left).not.toContain(name);
    expect(left).toEqual(expect.arrayContaining(workers.map((one) => one.name).filter((other) => other !== name)));
    await expect(rancher.annotateMachine(name, CHOSEN)).rejects.toThrow(BackendNotFound);
  });

  test('the template of a form that a pool had before stays until it is deleted, and gone is fine (T11, T12)', async ({
    skip,
  }) => {
    const { cloud, own } = await clusters(skip);
    const { rancher } = opened();
    const pools = poolsIn(cloud, { workers: 2 });
    const others = pools.map((spec) => (spec.name === 'workers' ? { ...spec, userData: '#cloud-config\n' } : spec));
    const configNames = (of: typeof pools) => of.map((spec) => own.configOf(spec).metadata.name);
    const workers = async () =>
      (await rancher.listPoolMachines(own.id)).filter(({ poolName }) => poolName === 'workers').map(({ name }) => name);
    for (const wanted of [others, pools]) {
      for (const spec of wanted) await rancher.ensureMachineConfig(own.configOf(spec));
      const before = await workers();
      const write = () => rancher.updatePoolCluster(own.id, own.clusterOf(wanted));
      await expect.poll(write, EVENTUALLY).toBe(true);
      const left = async () => (await workers()).filter((name) => before.includes(name));
      await expect.poll(left, EVENTUALLY).toEqual([]);
      await running(opened(), own, 3);
    }
    const templates = () => rancher.listMachineTemplates(own.id);
    const configs = async () => (await templates()).map(({ configName }) => configName).sort();
    expect(await configs()).toEqual([...new Set(configNames([...pools, ...others]))].sort());
    const [old] = (await templates()).filter(({ configName }) => !configNames(pools).includes(configName));
    for (const _ of [1, 2]) await rancher.deleteMachineTemplate(old?.name ?? '');
    await expect.poll(configs, EVENTUALLY).toEqual(configNames(pools).sort());
  });
}
