import { describe, expect, test } from 'vitest';
import type { OpenedKeycloak } from './keycloak-under-test.ts';

export function checkCases(subject: () => OpenedKeycloak): void {
  type Access = Parameters<OpenedKeycloak['open']>[0];
  const checkedWith = async (access?: Access) => (await subject().open(access)).keycloak.check();
  const failuresWith = async (access: Access) => (await checkedWith(access)).filter(({ ok }) => !ok);

  describe('a check', () => {
    test('of an administrator, or of an account with manage-users, finds nothing wrong (S1-016, U55)', async () => {
      for (const access of [undefined, await subject().anAccount('manage-users')]) {
        const checks = await checkedWith(access);
        expect(checks.filter(({ ok }) => !ok)).toEqual([]);
        expect(checks.map(({ option }) => option)).toEqual([
          ...['keycloak_url', 'keycloak_password', 'keycloak_realm', 'keycloak_sync_frequency'],
        ]);
      }
    });
    test('says whether sign-ins are seen, which is nothing to fail by', async () => {
      const [blind, seeing] = [['manage-users'], ['manage-users', 'view-events']];
      await subject().ask('PUT', '/events/config', { eventsEnabled: true });
      const lastCheckWith = async (roles: string[]) => (await checkedWith(await subject().anAccount(...roles))).at(-1);
      expect(await lastCheckWith(blind)).toMatchObject({
        ok: true,
        message: expect.stringContaining('up to 15 minutes after'),
      });
      expect(await lastCheckWith(seeing)).toMatchObject({
        ok: true,
        message: expect.stringMatching(/^Paddock sees sign-ins/),
      });
    });
    test.each([['view-users'], ['query-groups'], ['view-realm']])(
      'of an account with no more than %s names the role that it lacks (S1-091)',
      async (role) => {
        expect(await failuresWith(await subject().anAccount(role))).toEqual([
          { option: 'keycloak_username', ok: false, message: expect.stringContaining('manage-users') },
        ]);
      },
    );
    test('of a wrong password says that of it, and does not repeat it (S1-087)', async () => {
      const failures = await failuresWith({ password: 'wrong-password' });
      expect(failures).toMatchObject([{ option: 'keycloak_password' }]);
      expect(JSON.stringify(failures)).not.toContain('wrong-password');
    });
    test('of a wrong realm says which of the two it is (S1-090, U55)', async () => {
      expect(await failuresWith({ realm: 'nowhere' })).toMatchObject([{ option: 'keycloak_realm' }]);
      expect(await failuresWith({ userRealm: 'nowhere' })).toMatchObject([
        { option: 'keycloak_user_realm', message: expect.stringContaining('/auth') },
      ]);
    });
    test('shows a missing realm and a missing right as different errors of single requests (S1-091, S1-100)', async () => {
      const { open, anAccount } = subject();
      const opened = async (access?: Access) => (await open(access)).keycloak;
      await (await opened()).logIn();
      await (await opened(await anAccount('manage-users'))).tryGroupRights();
      const nowhere = await opened({ userRealm: 'nowhere' });
      await expect(nowhere.logIn()).rejects.toMatchObject({ name: 'Misconfigured' });
      await expect((await opened({ realm: 'nowhere' })).tryGroupRights()).rejects.toMatchObject({
        name: 'Misconfigured',
      });
      const weak = await opened(await anAccount('view-users'));
      await expect(weak.tryGroupRights()).rejects.toMatchObject({ name: 'BackendUnauthorized' });
    });
    test('leaves nothing behind', async () => {
      const count = async () => (await subject().ask('GET', '/groups/count')).body;
      const before = await count();
      await checkedWith();
      expect(await count()).toEqual(before);
    });
  });
}
