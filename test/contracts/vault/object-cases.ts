import { describe, expect, test } from 'vitest';
import type { OpenedVault } from './vault-under-test.ts';

export function objectCases(vault: () => OpenedVault): void {
  describe('policies', () => {
    const textOf = async (name: string) => JSON.stringify((await vault().ask('GET', `sys/policy/${name}`)).body);

    test('one names its secret for reading, and nothing else (S0-099)', async () => {
      const { policy, secretPath } = vault().newNames();
      expect(await vault().vault.hasPolicy(policy)).toBe(false);
      await vault().vault.putReadPolicy(policy, secretPath);
      expect(await vault().vault.hasPolicy(policy)).toBe(true);
      const wanted = { path: { [`secret/data/${secretPath}`]: { capabilities: ['read'] } } };
      expect(await vault().ask('GET', `sys/policy/${policy}`)).toMatchObject({
        body: { data: { rules: JSON.stringify(wanted) } },
      });
    });
    test('one that is put again says the new (S0-100)', async () => {
      const [{ policy, secretPath }, other] = [vault().newNames(), vault().newNames()];
      await vault().vault.putReadPolicy(policy, secretPath);
      await vault().vault.putReadPolicy(policy, other.secretPath);
      expect(await textOf(policy)).toContain(other.secretPath);
      expect(await textOf(policy)).not.toContain(secretPath);
    });
    test('a deleted one is gone, and deleting it again is fine (S0-101)', async () => {
      const { policy, secretPath } = vault().newNames();
      await vault().vault.putReadPolicy(policy, secretPath);
      await vault().vault.deletePolicy(policy);
      expect(await vault().vault.hasPolicy(policy)).toBe(false);
      await vault().vault.deletePolicy(policy);
    });
  });

  describe('roles', () => {
    test('one gives an hour and one use to secret ids and tokens (S0-102)', async () => {
      const { role, policy } = await vault().aCluster('registration-1');
      expect(await vault().ask('GET', `auth/approle/role/${role}`)).toMatchObject({
        body: {
          data: {
            token_policies: [policy],
            ...{ secret_id_ttl: 3600, secret_id_num_uses: 1 },
            ...{ token_num_uses: 1, token_ttl: 3600, token_max_ttl: 3600 },
          },
        },
      });
    });
    test('one that is put again keeps its id; one that is not there has none (S0-103)', async () => {
      const { role, policy } = vault().newNames();
      expect(await vault().vault.findRoleId(role)).toBeUndefined();
      await vault().vault.putRole(role, policy);
      const id = await vault().vault.findRoleId(role);
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      await vault().vault.putRole(role, policy);
      expect(await vault().vault.findRoleId(role)).toBe(id);
    });
    test('a deleted one is gone, and deleting it again is fine (S0-108)', async () => {
      const { role } = await vault().aCluster('registration-1');
      await vault().vault.deleteRole(role);
      expect(await vault().vault.findRoleId(role)).toBeUndefined();
      await vault().vault.deleteRole(role);
    });
  });

  describe('secrets', () => {
    test('one is read back, and replaced by what is put again (S0-105, S0-106)', async () => {
      const { secretPath } = vault().newNames();
      expect(await vault().vault.findSecret(secretPath)).toBeUndefined();
      await vault().vault.putSecret(secretPath, { token: 'registration-1' });
      expect(await vault().vault.findSecret(secretPath)).toEqual({ token: 'registration-1' });
      await vault().vault.putSecret(secretPath, { token: 'registration-2' });
      expect(await vault().vault.findSecret(secretPath)).toEqual({ token: 'registration-2' });
    });
    test('a deleted one is gone with all its versions, and deleting it again is fine (S0-108)', async () => {
      const { secretPath } = vault().newNames();
      await vault().vault.putSecret(secretPath, { token: 'registration-1' });
      await vault().vault.putSecret(secretPath, { token: 'registration-2' });
      await vault().vault.deleteSecret(secretPath);
      expect(await vault().vault.findSecret(secretPath)).toBeUndefined();
      for (const rest of [`metadata/${secretPath}`, `data/${secretPath}?version=1`]) {
        expect((await vault().ask('GET', `secret/${rest}`)).status).toBe(404);
      }
      await vault().vault.deleteSecret(secretPath);
    });
    test('one with a deleted newest version is not there', async () => {
      const { secretPath } = vault().newNames();
      await vault().vault.putSecret(secretPath, { token: 'registration-1' });
      await vault().ask('DELETE', `secret/data/${secretPath}`);
      expect(await vault().vault.findSecret(secretPath)).toBeUndefined();
    });
  });
}
