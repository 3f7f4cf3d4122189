import { describe, expect, test } from 'vitest';
import { BackendNotFound } from '#shared/errors';
import { EVENTUALLY, issuedToken, type OpenedRancher } from './rancher-under-test.ts';

export function rotationCases(rancher: () => OpenedRancher): void {
  describe('certificates', () => {
    test('of what is not there are not rotated', async () => {
      const nobody = { backendId: 'c-m-nobody', name: 'contract-nobody' };
      const wanted = { kind: 'certificates' as const, services: [] };
      const rotated = rancher().rancher.requestOperation(nobody, { wanted, generation: 1 });
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
      const named = { backendId: cluster.id, name: cluster.name };
      const ask = (services: 'kubelet'[]) =>
        rancher().rancher.requestOperation(named, { wanted: { kind: 'certificates', services }, generation: 1 });
      expect([await ask(['kubelet']), await ask(['kubelet'])]).toEqual(['requested', 'known']);
      await expect.poll(plane, EVENTUALLY).toMatchObject({ ...ready, rotatedGeneration: 1 });
      expect(await rancher().rancher.findProvisioningCluster(cluster.name)).toMatchObject({
        requested: { certificates: 1 },
      });
    });
  });
}
