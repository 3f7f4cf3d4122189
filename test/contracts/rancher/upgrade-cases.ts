import { describe, expect, test } from 'vitest';
import { DEFAULT_DRAIN } from '#shared/domain/clusters/cluster-upgrade';
import { BackendNotFound } from '#shared/errors';
import { EVENTUALLY, issuedToken, type OpenedRancher, VERSION } from './rancher-under-test.ts';

const NEXT = 'v1.32.3+rke2r1';
const WANTED = { kubernetesVersion: NEXT, workerConcurrency: 1, drain: DEFAULT_DRAIN };

export function upgradeCases(rancher: () => OpenedRancher): void {
  describe('releases', () => {
    test('Rancher lists what it can install of a distribution', async () => {
      const offered = await rancher().rancher.listReleases(VERSION);
      expect(offered).toEqual(expect.arrayContaining([VERSION, NEXT]));
      const k3s = await rancher().rancher.listReleases('v1.31.7+k3s1');
      expect(k3s.length).toBeGreaterThan(0);
      expect(k3s.filter((name) => !name.includes('+k3s'))).toEqual([]);
    });

    test('an upgrade of what is not there is refused', async () => {
      const upgrade = rancher().rancher.upgradeProvisioningCluster('contract-nobody', WANTED);
      await expect(upgrade).rejects.toThrow(BackendNotFound);
    });

    test('a running cluster is brought to the release it is asked for, which may be asked for again', async ({
      skip,
    }) => {
      const { joinMachine } = rancher().backend;
      if (!joinMachine) return skip('no machine can be played here');
      const cluster = await rancher().aManagedCluster();
      await joinMachine(await issuedToken(rancher(), cluster.id), 'all-roles-3');
      const shown = async () => {
        const [found, [node]] = await Promise.all([
          rancher().rancher.findCluster(cluster.id),
          rancher().nodesIn(cluster),
        ]);
        return [found?.state, found?.kubernetesVersion, node?.state, node?.facts.k8sVersion];
      };
      await expect.poll(shown, EVENTUALLY).toEqual(['active', VERSION, 'active', VERSION]);
      for (const _ of [1, 2]) await rancher().rancher.upgradeProvisioningCluster(cluster.name, WANTED);
      await expect.poll(shown, EVENTUALLY).toEqual(['active', NEXT, 'active', NEXT]);
    });
  });
}
