import { expect, test } from 'vitest';
import { joinInfrastructure } from '#shared/domain/pools/views/infrastructure';
import { recordedRequests } from '../../recorded-requests.ts';
import type { OpenedRancher } from '../rancher-under-test.ts';
import { type Clusters, type PooledCluster, poolsIn } from './pooled-clusters.ts';

export function shownCases(opened: () => OpenedRancher, clusters: Clusters): void {
  test('machines have their pool, node, server and template, and none is of another cluster (T32, S2-015, S2-020)', async ({
    skip,
  }) => {
    const { cloud, own, other } = await clusters(skip);
    const { rancher } = opened();
    const pools = poolsIn(cloud, { workers: 2 });
    const templates = await rancher.listMachineTemplates(own.id);
    expect(templates.map(({ configName }) => configName).sort()).toEqual(
      pools.map((spec) => own.configOf(spec).metadata.name).sort(),
    );
    const deployments = await rancher.listPoolDeployments(own.id);
    const numbers = (count: number) => ({ desired: count, replicas: count, upToDate: count, available: count });
    expect(deployments.sort((a, b) => a.poolName.localeCompare(b.poolName))).toMatchObject([
      { poolName: 'servers', phase: 'Running', ...numbers(1) },
      { poolName: 'workers', phase: 'Running', ...numbers(2) },
    ]);
    const templateOf = new Map(deployments.map(({ poolName, templateName }) => [poolName, templateName]));
    expect(templates.map(({ name }) => name).sort()).toEqual([...templateOf.values()].sort());
    const machines = await rancher.listPoolMachines(own.id);
    expect(machines.map(({ poolName }) => poolName).sort()).toEqual(['servers', 'workers', 'workers']);
    for (const machine of machines) {
      const { flavorId, imageId } = cloud.machine;
      const providerId = expect.stringMatching(/./);
      expect(machine).toMatchObject({
        flavorId,
        imageId,
        providerId,
        phase: 'Running',
        isReady: true,
        isChosen: false,
      });
      expect(machine).toMatchObject({ templateName: templateOf.get(machine.poolName), nodeName: machine.name });
      expect(machine.roles).toEqual(machine.poolName === 'servers' ? ['etcd', 'controlplane'] : ['worker']);
      expect(Date.parse(machine.createdAt)).not.toBeNaN();
      expect(machine).not.toHaveProperty('failure');
    }
    expect(await rancher.listPoolMachines(other.id)).toHaveLength(2);
  });

  test('two requests show the machines of all clusters, each with its cluster (S2-021)', async ({ skip }) => {
    const { own, other } = await clusters(skip);
    const { asked, connect } = recordedRequests();
    const rancher = await opened().open(opened().backend.key, connect);
    const listed = await rancher.listAllPoolMachines();
    expect(asked).toEqual(['GET listAllPoolMachines', 'GET listInfrastructureMachines']);
    for (const { id, name } of [own, other]) {
      const machines = listed.filter(({ provisioningName }) => provisioningName === name);
      expect(machines.map(({ machine }) => machine)).toEqual(await rancher.listPoolMachines(id));
    }
  });

  test('one request shows the deployments of all clusters, each with its cluster (S2-021)', async ({ skip }) => {
    const { own, other } = await clusters(skip);
    const { asked, connect } = recordedRequests();
    const rancher = await opened().open(opened().backend.key, connect);
    const listed = await rancher.listAllPoolDeployments();
    expect(asked).toEqual(['GET listAllPoolDeployments']);
    for (const { id, name } of [own, other]) {
      const deployments = listed.filter(({ provisioningName }) => provisioningName === name);
      expect(deployments.map(({ deployment }) => deployment)).toEqual(await rancher.listPoolDeployments(id));
    }
  });

  test('an observation makes as many requests of two machines as of three', async ({ skip }) => {
    const { own, other } = await clusters(skip);
    const observe = async ({ id }: PooledCluster): Promise<string[]> => {
      const { asked, connect } = recordedRequests();
      const rancher = await opened().open(opened().backend.key, connect);
      expect(await rancher.findPoolCluster(id)).toMatchObject({ phase: 'Provisioned', isInitialized: true });
      await rancher.listPoolDeployments(id);
      await rancher.listPoolMachines(id);
      await rancher.listEtcdSnapshots(id);
      return asked;
    };
    const asked = ['GET findPlanner', 'GET findCapiCluster', 'GET listPoolDeployments'];
    const all = [...asked, 'GET listPoolMachines', 'GET listInfrastructureMachines', 'GET listEtcdSnapshots'];
    expect([await observe(own), await observe(other)]).toEqual([all, all]);
    expect(await opened().rancher.findPoolCluster({ ...own.id, backendId: other.id.backendId })).toBeUndefined();
  });

  test('the objects that stand for a cluster are joined, and Rancher’s own cluster is not shown (T1, T3, T4, T5, S2-034, S2-039)', async ({
    skip,
  }) => {
    const { own } = await clusters(skip);
    const seen = await opened().rancher.readInfrastructure();
    const joined = joinInfrastructure(seen);
    const at = { name: own.name, namespace: 'fleet-default' };
    expect(joined.filter(({ provisioning }) => provisioning?.name === own.name)).toMatchObject([
      {
        ...{ isProvisioned: true, management: { id: own.id.backendId, name: own.name } },
        ...{ provisioning: { ...at, managementId: own.id.backendId }, clusterApi: at, rkeCluster: at },
      },
    ]);
    const names = Object.values(seen).flatMap((objects) => objects.map(({ name }) => name));
    expect(names).not.toContain('local');
  });
}
