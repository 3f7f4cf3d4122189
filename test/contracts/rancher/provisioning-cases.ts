import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aRegisteredCluster, EVENTUALLY, type OpenedRancher } from './rancher-under-test.ts';

export function provisioningCases(rancher: () => OpenedRancher): void {
  describe('provisioning clusters', () => {
    test('one that was made is found again by its name and by its labels, and has those (S0-081)', async () => {
      const labels = { 'paddock.test/one': randomUUID() };
      const made = await rancher().rancher.createProvisioningCluster(rancher().newCluster(labels));
      expect(await rancher().rancher.findProvisioningCluster(made.name)).toMatchObject({ name: made.name, labels });
      await expect
        .poll(() => rancher().rancher.listProvisioningClusters(labels), EVENTUALLY)
        .toMatchObject([{ name: made.name, labels }]);
    });
    test('one that Rancher installs is distinguished from one that is only registered there', async () => {
      const [made, registered] = [await rancher().aManagedCluster(), await aRegisteredCluster(rancher())];
      const find = (name: string) => rancher().rancher.findProvisioningCluster(name);
      expect(await find(made.name)).toMatchObject({ managementId: made.id, isInstalled: true });
      expect(await find(registered.name)).toMatchObject({ managementId: registered.id, isInstalled: false });
    });
    test('labels must match all at once', async () => {
      await rancher().rancher.createProvisioningCluster(rancher().newCluster());
      expect(
        await rancher().rancher.listProvisioningClusters({ ...rancher().label, 'paddock.test/other': 'x' }),
      ).toEqual([]);
    });
    test('a name that nobody has is not found', async () => {
      expect(await rancher().rancher.findProvisioningCluster('contract-nobody')).toBeUndefined();
    });
    test('a name that is taken is a conflict', async () => {
      const item = rancher().newCluster();
      await rancher().rancher.createProvisioningCluster(item);
      await expect(rancher().rancher.createProvisioningCluster(item)).rejects.toMatchObject({
        name: 'BackendConflict',
      });
    });
    test('a deleted one goes with its v3 cluster, and deleting it again is fine (S0-083)', async () => {
      const cluster = await rancher().aManagedCluster();
      await rancher().rancher.deleteProvisioningCluster(cluster.name);
      await expect.poll(() => rancher().rancher.findProvisioningCluster(cluster.name), EVENTUALLY).toBeUndefined();
      await expect.poll(() => rancher().rancher.findCluster(cluster.id), EVENTUALLY).toBeUndefined();
      await rancher().rancher.deleteProvisioningCluster(cluster.name);
    });
  });
}
