import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type OpenedRancher, REGISTRY } from './rancher-under-test.ts';

export function registryCases(rancher: () => OpenedRancher): void {
  describe('registry secrets', () => {
    const aName = () => `registryconfig-auth-${randomUUID()}`;
    const labels = () => ({ 'paddock.test/one': randomUUID() });

    test('one that was made is found by its labels, all of them together', async () => {
      const own = labels();
      const name = await rancher().rancher.ensureRegistrySecret(aName(), own);
      expect(name).toMatch(/^registryconfig-auth-.+/);
      await expect.poll(() => rancher().rancher.listRegistrySecrets(own)).toEqual([name]);
      expect(await rancher().rancher.listRegistrySecrets({ ...own, 'paddock.test/other': 'x' })).toEqual([]);
      await rancher().rancher.deleteRegistrySecret(name);
    });
    test('one holds user and password as a registry’s account (S0-281, S0-282, R-9-13)', async () => {
      const name = await rancher().rancher.ensureRegistrySecret(aName(), labels());
      const { url, key } = rancher().backend;
      const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
      const answer = await fetch(`${url}/v1/secrets/fleet-default/${name}`, { headers: { authorization } });
      expect(await answer.json()).toMatchObject({
        _type: 'kubernetes.io/basic-auth',
        data: { username: 'dXNlcg==', password: 'MTIzNA==' },
      });
      await rancher().rancher.deleteRegistrySecret(name);
    });
    test('one that is there already is the same one, and a stranger’s of that name is a conflict', async () => {
      const [own, name] = [labels(), aName()];
      await rancher().rancher.ensureRegistrySecret(name, own);
      expect(await rancher().rancher.ensureRegistrySecret(name, own)).toBe(name);
      const stranger = rancher().rancher.ensureRegistrySecret(name, labels());
      await expect(stranger).rejects.toMatchObject({ name: 'BackendConflict' });
      await rancher().rancher.deleteRegistrySecret(name);
    });
    test('a deleted one is gone, and deleting it again is fine', async () => {
      const own = labels();
      const name = await rancher().rancher.ensureRegistrySecret(aName(), own);
      await rancher().rancher.deleteRegistrySecret(name);
      // Rancher lists from a cache that lags slightly behind.
      await expect.poll(() => rancher().rancher.listRegistrySecrets(own)).toEqual([]);
      await rancher().rancher.deleteRegistrySecret(name);
    });
    test('a provider has no registry when the registry’s password is missing', async () => {
      expect(rancher().rancher.registryUrl).toBe(REGISTRY.url);
      const { username, password } = rancher().backend.key;
      const without = await rancher().open({ username, password });
      expect(without.registryUrl).toBeUndefined();
      await expect(async () => without.ensureRegistrySecret(aName(), labels())).rejects.toMatchObject({
        name: 'Misconfigured',
      });
    });
  });
}
