import { expect, test } from 'vitest';
import { EVENTUALLY, type OpenedRancher } from '../rancher-under-test.ts';
import { type Clusters, type PooledCluster, running } from './pooled-clusters.ts';

export function machineCases(opened: () => OpenedRancher, clusters: Clusters): void {
  const aWorker = async ({ id }: PooledCluster): Promise<string> => {
    const machines = await opened().rancher.listPoolMachines(id);
    return machines.find(({ poolName }) => poolName === 'workers')?.name ?? '';
  };

  test('another machine comes in the place of a deleted one (T29)', async ({ skip }) => {
    const { own } = await clusters(skip);
    const { rancher } = opened();
    const name = await aWorker(own);
    for (const _ of [1, 2]) await rancher.deleteMachine(name);
    const names = async () => (await rancher.listPoolMachines(own.id)).map((machine) => machine.name);
    await expect.poll(names, EVENTUALLY).not.toContain(name);
    await running(opened(), own, 3);
  });

  test('a machine is forgotten only when the cloud has refused to delete its server (T30)', async ({ skip }) => {
    const { cloud, own } = await clusters(skip);
    const { rancher } = opened();
    const name = await aWorker(own);
    expect(await rancher.forceMachineRemoval(name)).toBe(false);
    expect(await rancher.forceMachineRemoval('nobody')).toBe(false);
    await cloud.simulator.plan({ method: 'DELETE', path: '/servers/', kind: 'status', status: 409 });
    await rancher.deleteMachine(name);
    await expect.poll(() => rancher.forceMachineRemoval(name), EVENTUALLY).toBe(true);
    const names = async () => (await rancher.listPoolMachines(own.id)).map((machine) => machine.name);
    await expect.poll(names, EVENTUALLY).not.toContain(name);
    await cloud.simulator.clearFaults();
    await running(opened(), own, 3);
  });
}
