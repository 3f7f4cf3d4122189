import { describe, expect, test } from 'vitest';
import { type OpenedVault, tokenIn } from './vault-under-test.ts';

export function machineCases(vault: () => OpenedVault): void {
  describe('a machine', () => {
    const read = (token: string, secretPath: string) =>
      vault().ask('GET', `secret/data/${secretPath}`, undefined, token);
    const issue = (role: string) => vault().vault.issueSecretId(role);

    test('logs in with role id and secret id, and reads its cluster’s token (S0-102, S0-103, S0-104, S0-105)', async () => {
      const { role, secretPath, logIn } = await vault().aCluster('registration-1');
      const login = await logIn(await issue(role));
      expect(login).toMatchObject({ status: 200, body: { auth: { lease_duration: 3600, num_uses: 1 } } });
      expect(await read(tokenIn(login), secretPath)).toMatchObject({
        status: 200,
        body: { data: { data: { token: 'registration-1' } } },
      });
    });
    test('reads no other cluster’s, nor anything else, and writes nothing (S0-099, S0-105)', async () => {
      const own = await vault().aCluster('registration-1');
      const other = await vault().aCluster('registration-2');
      const token = async () => tokenIn(await own.logIn(await issue(own.role)));
      expect((await read(await token(), other.secretPath)).status).toBe(403);
      const metadata = `secret/metadata/${own.secretPath}`;
      expect((await vault().ask('GET', metadata, undefined, await token())).status).toBe(403);
      const change = vault().ask('POST', `secret/data/${own.secretPath}`, { data: { token: 'mine' } }, await token());
      expect((await change).status).toBe(403);
    });
    test('reads once with a login, and logs in once with a secret id (S0-162)', async () => {
      const { role, secretPath, logIn } = await vault().aCluster('registration-1');
      const secretId = await issue(role);
      const token = tokenIn(await logIn(secretId));
      expect((await read(token, secretPath)).status).toBe(200);
      expect((await read(token, secretPath)).status).toBe(403);
      expect((await logIn(secretId)).status).toBe(400);
    });
    test('has a secret id that no other machine has (S0-107)', async () => {
      const { role } = await vault().aCluster('registration-1');
      const ids = await Promise.all([issue(role), issue(role), issue(role)]);
      expect(new Set(ids).size).toBe(3);
    });
    test('that comes after the role is gone does not get in, and no secret id is issued (S0-108)', async () => {
      const { role, logIn } = await vault().aCluster('registration-1');
      const secretId = await issue(role);
      await vault().vault.deleteRole(role);
      expect((await logIn(secretId)).status).toBe(400);
      await expect(issue(role)).rejects.toMatchObject({ name: 'BackendNotFound' });
    });
  });
}
