import { describe, expect, test } from 'vitest';
import type { OpenedVault } from './vault-under-test.ts';

export function accessCases(vault: () => OpenedVault): void {
  describe('access', () => {
    test('a token that Vault does not know is refused by name, without the token in the message (S0-286)', async () => {
      const stranger = await vault().open({ token: 'hvs.wrong-token' });
      const refusal = stranger.hasPolicy('default');
      await expect(refusal).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      await expect(refusal).rejects.not.toThrow(/wrong-token/);
    });
    test('a secret of another form is misconfigured', async () => {
      await expect(vault().open({ key: 'hvs.x' })).rejects.toMatchObject({
        name: 'Misconfigured',
        message: expect.stringContaining('The secret of Vault of rancher-1'),
      });
      await expect(vault().open(undefined)).rejects.toMatchObject({ name: 'Misconfigured' });
    });
    test('a refusal for good carries Vault’s own words', async () => {
      await expect(vault().vault.deletePolicy('root')).rejects.toMatchObject({
        name: 'BackendRejected',
        message: expect.stringMatching(/^Vault of rancher-1 answered deletePolicy with 400: .*root/),
      });
    });
  });
}
