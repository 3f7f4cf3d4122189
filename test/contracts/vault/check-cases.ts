import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import { type OpenedVault, tokenIn } from './vault-under-test.ts';

/** The rights that operators grant according to the runbook. */
const GRANTED: Record<string, string[]> = {
  'sys/policy/rancher-provisioning-policy-*': ['read', 'update', 'delete'],
  'auth/approle/role/rancher-provisioning-role-*': ['create', 'read', 'update', 'delete'],
  'secret/data/rancher/cluster-*': ['create', 'read', 'update'],
  'secret/metadata/rancher/cluster-*': ['delete'],
};
const failuresOf = (checks: readonly CredentialCheck[]) => checks.filter(({ ok }) => !ok);

export function checkCases(vault: () => OpenedVault): void {
  async function checkedWith(rights: Record<string, string[]>, ttl = '2h'): Promise<CredentialCheck[]> {
    const name = `contract-${randomUUID()}`;
    const path = Object.fromEntries(Object.entries(rights).map(([key, capabilities]) => [key, { capabilities }]));
    await vault().ask('PUT', `sys/policies/acl/${name}`, { policy: JSON.stringify({ path }) });
    const made = await vault().ask('POST', 'auth/token/create', { policies: [name], ttl });
    const session = await vault().open({ token: tokenIn(made) });
    const checks = await session.check();
    await vault().ask('DELETE', `sys/policies/acl/${name}`);
    return checks;
  }

  describe('a check', () => {
    test('of a token that may do everything finds nothing wrong', async () => {
      const checks = await vault().vault.check();
      expect(failuresOf(checks)).toEqual([]);
      expect(checks.map(({ option }) => option)).toEqual([
        ...['vault_host', 'vault_token', 'vault_token', 'vault_host', 'vault_host'],
      ]);
    });
    test('of a token with the rights that provisioning asks finds nothing wrong, and says when it expires', async () => {
      const checks = await checkedWith(GRANTED);
      expect(failuresOf(checks)).toEqual([]);
      expect(checks[1]?.message).toMatch(/^The token is valid until \d{4}-\d\d-\d\dT/);
    });
    test.each(Object.keys(GRANTED))('of a token without %s names what it lacks', async (path) => {
      const { [path]: lacking = [], ...rest } = GRANTED;
      const failures = failuresOf(await checkedWith(rest));
      const said = failures.find(({ option }) => option === 'vault_token')?.message ?? '';
      for (const right of lacking.filter((it) => it !== 'read')) expect(said).toContain(right);
      expect(said).toContain(path);
    });
    test('of a token that is not accepted says no more than that', async () => {
      const checks = await (await vault().open({ token: 'hvs.wrong-token' })).check();
      expect(checks).toEqual([
        { option: 'vault_host', ok: true, message: expect.any(String) },
        { option: 'vault_token', ok: false, message: expect.stringContaining('does not accept the token') },
      ]);
      expect(JSON.stringify(checks)).not.toContain('wrong-token');
    });
    test('leaves nothing behind', async () => {
      const left = async () => [
        (await vault().ask('GET', 'sys/policy')).body,
        (await vault().ask('GET', 'auth/approle/role?list=true')).body,
      ];
      const names = async () => JSON.stringify(await left()).match(/"keys":\[[^\]]*\]/g);
      const before = await names();
      await vault().vault.check();
      expect(await names()).toEqual(before);
    });
  });
}
