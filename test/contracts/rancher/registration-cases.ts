import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { EVENTUALLY, type OpenedRancher } from './rancher-under-test.ts';

export function registrationCases(rancher: () => OpenedRancher): void {
  describe('registration tokens', () => {
    test('one that was made is found by its labels among its cluster’s, and gets its value in time', async () => {
      const [cluster, neighbour] = [await rancher().aManagedCluster(), await rancher().aManagedCluster()];
      const made = await rancher().rancher.createRegistrationToken(cluster.id, rancher().label);
      expect(made).toMatchObject({ id: expect.any(String), labels: rancher().label });
      const found = async () =>
        (await rancher().rancher.listRegistrationTokens(cluster.id)).find(({ id }) => id === made.id);
      expect(await found()).toMatchObject({ labels: rancher().label });
      await expect.poll(async () => (await found())?.token, EVENTUALLY).toMatch(/\S{20,}/);
      const others = await rancher().rancher.listRegistrationTokens(neighbour.id);
      expect(others.map(({ id }) => id)).not.toContain(made.id);
    });
    test('a deleted one is gone, and deleting it again is fine', async () => {
      const cluster = await rancher().aManagedCluster();
      const { id } = await rancher().rancher.createRegistrationToken(cluster.id, rancher().label);
      await rancher().rancher.deleteRegistrationToken(id);
      const left = async () => (await rancher().rancher.listRegistrationTokens(cluster.id)).map((token) => token.id);
      await expect.poll(left, EVENTUALLY).not.toContain(id);
      await rancher().rancher.deleteRegistrationToken(id);
    });
    test('Rancher says which installation it is, the same to whoever asks under whatever address', async () => {
      const said = await rancher().rancher.installUuid();
      expect(said).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(await rancher().rancher.installUuid()).toBe(said);
    });
    test('the checksum is that of the certificate as machines download it', async () => {
      const served = await (await fetch(`${rancher().backend.url}/cacerts`)).text();
      const expected = served === '' ? '' : createHash('sha256').update(served).digest('hex');
      expect(await rancher().rancher.caChecksum()).toBe(expected);
    });
  });
}
