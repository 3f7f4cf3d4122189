import { describe, expect, test } from 'vitest';
import { makeKey, type OpenedRancher } from './rancher-under-test.ts';

export function clusterTokenCases(opened: () => OpenedRancher): void {
  describe('API keys that name a cluster', () => {
    test('are listed with their description, without those of other clusters and of none', async () => {
      const { backend, rancher, aManagedCluster } = opened();
      const [cluster, other] = [await aManagedCluster(), await aManagedCluster()];
      const key = await makeKey(backend, 'the cluster’s', cluster.id);
      await makeKey(backend, 'the cluster’s', other.id);
      await makeKey(backend, 'the cluster’s');
      expect(await rancher.listClusterTokens(cluster.id)).toEqual([{ id: key, description: 'the cluster’s' }]);
      for (const _again of [1, 2]) await rancher.deleteClusterToken(key);
      expect(await rancher.listClusterTokens(cluster.id)).toEqual([]);
      expect(await rancher.listClusterTokens(other.id)).toHaveLength(1);
    });
  });
}
