import { afterEach, describe, expect, test } from 'vitest';
import type { OpenedRancher } from './rancher-under-test.ts';

const HOUR_MS = 3_600_000;

export function clusterTokenCases(opened: () => OpenedRancher): void {
  describe('API keys of one cluster', () => {
    const made: string[] = [];
    afterEach(async () => {
      for (const id of made.splice(0)) await opened().rancher.deleteClusterToken(id);
    });
    const aKey = async (clusterId: string, description: string) => {
      const key = await opened().rancher.createClusterToken({ clusterId, description, ttlMs: HOUR_MS });
      made.push(key.id);
      return key;
    };

    test('one is told once, as name and secret, ends as asked, and is listed with its description', async () => {
      const { rancher, aManagedCluster } = opened();
      const { id: clusterId } = await aManagedCluster();
      const asked = Date.now();
      const { id, bearer, expiresAt = '' } = await aKey(clusterId, 'for a test');
      expect(bearer).toMatch(new RegExp(`^${id}:[a-z0-9]{40,}$`));
      expect(Math.abs(Date.parse(expiresAt) - asked - HOUR_MS)).toBeLessThan(60_000);
      expect(await rancher.listClusterTokens(clusterId)).toEqual([{ id, description: 'for a test', expiresAt }]);
    });

    test('those of another cluster are not among a cluster’s', async () => {
      const { rancher, aManagedCluster } = opened();
      const [one, other] = [await aManagedCluster(), await aManagedCluster()];
      await aKey(one.id, 'for a test');
      expect(await rancher.listClusterTokens(other.id)).toEqual([]);
    });

    test('a deleted one is gone, and deleting it again is fine', async () => {
      const { rancher, aManagedCluster } = opened();
      const { id: clusterId } = await aManagedCluster();
      const { id } = await aKey(clusterId, 'for a test');
      await rancher.deleteClusterToken(id);
      expect(await rancher.listClusterTokens(clusterId)).toEqual([]);
      await rancher.deleteClusterToken(id);
    });
  });
}
