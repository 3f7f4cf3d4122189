import { describe, expect, test } from 'vitest';
import { anActiveCluster } from './an-active-cluster.ts';
import { makeKey, type OpenedRancher } from './rancher-under-test.ts';

export function clusterTokenCases(opened: () => OpenedRancher): void {
  describe('API keys that name a cluster', () => {
    test('are listed with their description, without those of other clusters and of none', async () => {
      const { backend, rancher, aManagedCluster } = opened();
      const [cluster, other] = [await aManagedCluster(), await aManagedCluster()];
      const key = await makeKey(backend, 'the cluster’s', cluster.id);
      const others = [await makeKey(backend, 'the cluster’s', other.id), await makeKey(backend, 'the cluster’s')];
      expect(await rancher.listClusterTokens(cluster.id)).toEqual([{ id: key, description: 'the cluster’s' }]);
      for (const _again of [1, 2]) await rancher.deleteClusterToken(key);
      expect(await rancher.listClusterTokens(cluster.id)).toEqual([]);
      expect(await rancher.listClusterTokens(other.id)).toHaveLength(1);
      for (const left of others) await rancher.deleteClusterToken(left);
    });
  });

  describe('of one cluster', () => {
    test('nothing of another’s is listed: no registration token, node or project', async () => {
      const { rancher, aManagedCluster, aProject } = opened();
      const active = await anActiveCluster(opened());
      const [cluster, other] = [await aManagedCluster(), await aManagedCluster()];
      const { id } = await rancher.createRegistrationToken(other.id, {});
      const project = await aProject(other.id, 'other');
      const tokens = async (of: string) => (await rancher.listRegistrationTokens(of)).map((it) => it.id);
      expect(await tokens(other.id)).toContain(id);
      expect(await tokens(cluster.id)).not.toContain(id);
      const { projects } = await rancher.readDefinition(active ?? cluster.id, cluster.name);
      expect(projects.map((it) => it.id)).not.toContain(project);
      expect(await rancher.listNodes({ backendId: cluster.id, name: cluster.name })).toEqual([]);
    });
  });
}
