import { describe, expect, test } from 'vitest';
import type { OpenedRancher } from './rancher-under-test.ts';

export function accessCases(rancher: () => OpenedRancher): void {
  describe('access', () => {
    test('a key that may make clusters is found right, and one that Rancher does not know is named', async () => {
      const checks = await rancher().rancher.check(['v0.0.0+rke2r1']);
      expect(checks.filter(({ ok }) => !ok)).toMatchObject([{ option: 'k8s_version' }]);
      const stranger = await rancher().open({ username: 'token-nobody', password: 'wrong-secret' });
      expect(await stranger.check(['v0.0.0+rke2r1'])).toMatchObject([{ option: 'password', ok: false }]);
    });
    test('a key that Rancher does not know is refused by name, without the key in the message (U46)', async () => {
      const stranger = await rancher().open({ username: 'token-nobody', password: 'wrong-secret' });
      const refusal = stranger.findCluster('c-m-nobody00');
      await expect(refusal).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      await expect(refusal).rejects.not.toThrow(/wrong-secret|token-nobody/);
    });
    test('a key is shown to Rancher by itself, and refused if Rancher does not know it (S1-089, S1-100, U45)', async () => {
      await rancher().rancher.logIn();
      const stranger = await rancher().open({ username: 'token-nobody', password: 'wrong-secret' });
      await expect(stranger.logIn()).rejects.toMatchObject({ name: 'BackendUnauthorized', details: { status: 401 } });
    });
    test.each([
      ['is missing', undefined],
      ['lacks a part', { username: 'token-abc' }],
    ])('a provider is misconfigured when its secret %s', async (_what, secret) => {
      await expect(rancher().open(secret)).rejects.toMatchObject({
        name: 'Misconfigured',
        message: expect.stringContaining('The secret of Rancher rancher-1'),
      });
    });
  });
}
