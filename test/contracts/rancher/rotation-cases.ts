import { describe, expect, test } from 'vitest';
import { BackendNotFound } from '#shared/errors';
import { EVENTUALLY, issuedToken, type OpenedRancher } from './rancher-under-test.ts';

export function rotationCases(rancher: () => OpenedRancher): void {
  describe('certificates', () => {
    test('of what is not there are not rotated', async () => {
      const rotated = rancher().rancher.rotateCertificates('contract-nobody', { generation: 1, services: [] });
      await expect(rotated).rejects.toThrow(BackendNotFound);
      expect(await rancher().rancher.findControlPlane('contract-nobody')).toBeUndefined();
    });

    test('of a running cluster are rotated when the counter is raised, which may be asked for again', async ({
      skip,
    }) => {
      const { joinMachine } = rancher().backend;
      if (!joinMachine) return skip('no machine can be played here');
      const cluster = await rancher().aManagedCluster();
      await joinMachine(await issuedToken(rancher(), cluster.id), 'all-roles-4');
      const plane = () => rancher().rancher.findControlPlane(cluster.name);
      const ready = { managementId: cluster.id, isReconciled: true };
      await expect.poll(plane, EVENTUALLY).toMatchObject({ ...ready, rotatedGeneration: 0 });
      for (const services of [['kubelet' as const], []]) {
        await rancher().rancher.rotateCertificates(cluster.name, { generation: 1, services });
      }
      await expect.poll(plane, EVENTUALLY).toMatchObject({ ...ready, rotatedGeneration: 1 });
      expect(await rancher().rancher.findProvisioningCluster(cluster.name)).toMatchObject({ rotationGeneration: 1 });
    });
  });
}
