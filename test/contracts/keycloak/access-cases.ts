import { describe, expect, test } from 'vitest';
import { aName, type OpenedKeycloak } from './keycloak-under-test.ts';

export function accessCases(subject: () => OpenedKeycloak): void {
  describe('access', () => {
    test('a wrong password is refused by name, without the password in the message', async () => {
      const { keycloak } = await subject().open({ password: 'wrong-password' });
      const refusal = keycloak.findUser('olga');
      await expect(refusal).rejects.toMatchObject({
        name: 'BackendUnauthorized',
        message: expect.stringContaining('answered logIn with 400: Invalid user credentials'),
      });
      await expect(refusal).rejects.not.toThrow(/wrong-password/);
    });
    test('a realm that is not there is a mistake in the settings, and nothing is gone because of it', async () => {
      const { keycloak } = await subject().open({ realm: 'nowhere' });
      for (const call of [
        () => keycloak.findGroup('x'),
        () => keycloak.deleteGroup('x'),
        () => keycloak.findUser('olga'),
      ]) {
        await expect(call()).rejects.toMatchObject({ name: 'Misconfigured' });
      }
      const { keycloak: homeless } = await subject().open({ userRealm: 'nowhere' });
      await expect(homeless.findUser('olga')).rejects.toMatchObject({ name: 'Misconfigured' });
    });
    test('an account of the realm itself with manage-users is enough for groups, members and users (S1-016, S1-017)', async () => {
      const { keycloak } = await subject().open(await subject().anAccount('manage-users'));
      const { id: userId, username } = await subject().aUser();
      const attributes = { managed_by: [aName('paddock')] };
      const id = await keycloak.createTopGroup({ name: aName('c'), attributes });
      const childId = await keycloak.createChild(id, { name: 'child', attributes });
      await keycloak.addMember(childId, userId);
      expect(await keycloak.findUser(username)).toMatchObject({ id: userId });
      expect(await Array.fromAsync(keycloak.listMembers(childId))).toMatchObject([{ id: userId }]);
      const managedBy = attributes.managed_by[0] ?? '';
      expect(await Array.fromAsync(keycloak.listGroups({ managed_by: managedBy }))).toHaveLength(2);
      await keycloak.removeMember(childId, userId);
      await keycloak.deleteGroup(id);
    });
    test('an account that may only look is refused what it may not do', async () => {
      const { keycloak } = await subject().open(await subject().anAccount('view-users'));
      const refusal = keycloak.createTopGroup({ name: aName('c'), attributes: {} });
      await expect(refusal).rejects.toMatchObject({ name: 'BackendUnauthorized', details: { status: 403 } });
      expect(await keycloak.findGroupAt('nothing')).toBeUndefined();
    });
    test('an account that may only ask for groups and users hears of none, which is no sign that there are none', async () => {
      const { keycloak } = await subject().open(await subject().anAccount('query-groups', 'query-users'));
      const attributes = { managed_by: ['paddock/hidden'] };
      await subject().keycloak.createTopGroup({ name: aName('c'), attributes });
      expect(await Array.fromAsync(keycloak.listGroups({ managed_by: 'paddock/hidden' }))).toEqual([]);
      const { username } = await subject().aUser();
      expect(await keycloak.findUser(username)).toBeUndefined();
    });
  });

  describe('a session', () => {
    test('logs in once, at the first call, however many there are, also at the same time', async () => {
      const { keycloak, asked } = await subject().open();
      expect(asked).toEqual([]);
      await Promise.all(Array.from({ length: 4 }, () => keycloak.findUser('olga')));
      await keycloak.findGroupAt('c');
      expect(asked.filter((op) => op === 'logIn')).toHaveLength(1);
    });
    test('goes on when its token ends, without another login', async () => {
      const { keycloak, asked, pass } = await subject().open();
      await keycloak.findUser('olga');
      pass(55); // An access token of the realm `master` is valid for 60 s, so the adapter renews the login after 55 s.
      await keycloak.findUser('olga');
      await keycloak.findUser('olga');
      expect(asked).toEqual(['logIn', 'findUser', 'renewLogin', 'findUser', 'findUser']);
    });
    test('that was ended logs in once more and repeats the call', async () => {
      const account = await subject().anAccount('manage-users');
      const { keycloak, asked } = await subject().open(account);
      const user = await keycloak.findUser(account.username);
      expect((await subject().ask('POST', `/users/${user?.id}/logout`)).status).toBe(204);
      expect(await keycloak.findUser(account.username)).toEqual(user);
      expect(asked).toEqual(['logIn', 'findUser', 'findUser', 'logIn', 'findUser']);
    });
    test('that was ended logs in again when its token has ended as well', async () => {
      const account = await subject().anAccount('manage-users');
      const { keycloak, asked, pass } = await subject().open(account);
      const user = await keycloak.findUser(account.username);
      await subject().ask('POST', `/users/${user?.id}/logout`);
      pass(3600);
      expect(await keycloak.findUser(account.username)).toEqual(user);
      expect(asked).toEqual(['logIn', 'findUser', 'renewLogin', 'logIn', 'findUser']);
    });
    test('of an account that was disabled ends with the second refusal', async () => {
      const account = await subject().anAccount('manage-users');
      const { keycloak, asked } = await subject().open(account);
      const user = await keycloak.findUser(account.username);
      await subject().ask('PUT', `/users/${user?.id}`, { enabled: false });
      await subject().ask('POST', `/users/${user?.id}/logout`);
      await expect(keycloak.findUser(account.username)).rejects.toMatchObject({
        name: 'BackendUnauthorized',
        message: expect.stringContaining('Account disabled'),
      });
      expect(asked).toEqual(['logIn', 'findUser', 'findUser', 'logIn']);
    });
  });
}
