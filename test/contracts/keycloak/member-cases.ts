import { describe, expect, test } from 'vitest';
import { aName, type OpenedKeycloak } from './keycloak-under-test.ts';

export function memberCases(subject: () => OpenedKeycloak): void {
  const keycloak = () => subject().keycloak;
  const aGroup = () => keycloak().createTopGroup({ name: aName('c'), attributes: {} });
  const membersOf = async (groupId: string) =>
    (await Array.fromAsync(keycloak().listMembers(groupId))).map((it) => it.id);

  describe('members', () => {
    test('are put in and taken out; doing it twice is the same (S0-113, S0-114, U59)', async () => {
      const [groupId, user] = [await aGroup(), await subject().aUser()];
      for (let time = 0; time < 2; time += 1) await keycloak().addMember(groupId, user.id);
      const { username } = user;
      const names = { firstName: 'First', lastName: 'Last', email: `${username}@example.org` };
      expect(await Array.fromAsync(keycloak().listMembers(groupId))).toEqual([{ ...user, ...names, enabled: true }]);
      for (let time = 0; time < 2; time += 1) await keycloak().removeMember(groupId, user.id);
      expect(await membersOf(groupId)).toEqual([]);
    });
    test('of a child are not in its parent', async () => {
      const [parentId, user] = [await aGroup(), await subject().aUser()];
      const childId = await keycloak().createChild(parentId, { name: 'child', attributes: {} });
      await keycloak().addMember(childId, user.id);
      expect(await membersOf(childId)).toEqual([user.id]);
      expect(await membersOf(parentId)).toEqual([]);
    });
    test('may be disabled and without a name', async () => {
      const groupId = await aGroup();
      const username = aName('bare');
      const { location } = await subject().ask('POST', '/users', { username });
      const id = location.split('/').at(-1) ?? '';
      await keycloak().addMember(groupId, id);
      expect(await Array.fromAsync(keycloak().listMembers(groupId))).toEqual([{ id, username, enabled: false }]);
    });
    test('go with the user, and with the group', async () => {
      const [groupId, user, other] = [await aGroup(), await subject().aUser(), await subject().aUser()];
      await keycloak().addMember(groupId, user.id);
      await keycloak().addMember(groupId, other.id);
      await subject().ask('DELETE', `/users/${user.id}`);
      expect(await membersOf(groupId)).toEqual([other.id]);
      await keycloak().deleteGroup(groupId);
      await expect(membersOf(groupId)).rejects.toMatchObject({ name: 'BackendNotFound' });
    });
    test('cannot be put into what is gone, nor who is gone, and Keycloak’s words say which', async () => {
      const [groupId, user] = [await aGroup(), await subject().aUser()];
      await expect(keycloak().addMember('nothing', user.id)).rejects.toMatchObject({
        name: 'BackendNotFound',
        message: expect.stringContaining('Group not found'),
      });
      await expect(keycloak().addMember(groupId, 'nobody')).rejects.toMatchObject({
        name: 'BackendNotFound',
        message: expect.stringContaining('User not found'),
      });
    });
    test('are taken out of what is gone, and who is gone, without a word', async () => {
      const [groupId, user] = [await aGroup(), await subject().aUser()];
      await keycloak().removeMember('nothing', user.id);
      await keycloak().removeMember(groupId, 'nobody');
    });
    test('are listed to their end, 100 at a time', async () => {
      const groupId = await aGroup();
      const wanted: string[] = [];
      for (let index = 0; index < 101; index += 1) {
        // The user has no password: hashing a password would take longer than the rest of the test.
        const { location } = await subject().ask('POST', '/users', { username: aName('user') });
        const id = location.split('/').at(-1) ?? '';
        await keycloak().addMember(groupId, id);
        wanted.push(id);
      }
      const { keycloak: counted, asked } = await subject().open();
      const found = await Array.fromAsync(counted.listMembers(groupId));
      expect(found.map(({ id }) => id).sort()).toEqual(wanted.sort());
      expect(asked).toEqual(['logIn', 'listMembers', 'listMembers']);
    });
  });
}
