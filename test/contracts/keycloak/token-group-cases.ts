import { describe, expect, test } from 'vitest';
import { aName, type OpenedKeycloak } from './keycloak-under-test.ts';
import { aRancherClient, type RancherClient } from './rancher-client.ts';

/** Rancher learns a user's groups from the tokens and the user info that Keycloak sends to Rancher's client. */
export function tokenGroupCases(subject: () => OpenedKeycloak): void {
  describe('a client with mappers for groups', () => {
    async function members(): Promise<{ username: string; name: string; path: string; leave(): Promise<void> }> {
      const { keycloak, aUser } = subject();
      const { id, username } = await aUser();
      const [parent, name] = [aName('c'), aName('cluster')];
      const parentId = await keycloak.createTopGroup({ name: parent, attributes: {} });
      const groupId = await keycloak.createChild(parentId, { name, attributes: {} });
      await keycloak.addMember(groupId, id);
      return { username, name, path: `/${parent}/${name}`, leave: () => keycloak.removeMember(groupId, id) };
    }
    const client = (): Promise<RancherClient> => aRancherClient(subject(), aName('rancher'));

    test('gets them by their names, and by the paths to them, at userinfo and in no token', async () => {
      const { username, name, path } = await members();
      const { userinfo, accessToken, idToken } = await (await client()).signIn(username);
      const known = { preferred_username: username, email_verified: false };
      expect(userinfo).toMatchObject({ ...known, groups: [name], full_group_path: [path] });
      for (const token of [accessToken, idToken]) expect(Object.keys(token)).not.toContain('groups');
      expect(accessToken.aud).toContain(accessToken.azp);
    });
    test('gets none at the next sign-in of a user who has left them', async () => {
      const { username, leave } = await members();
      const rancher = await client();
      await leave();
      const { userinfo } = await rancher.signIn(username);
      expect(userinfo).toMatchObject({ preferred_username: username });
      expect(userinfo).not.toMatchObject({ groups: expect.anything() });
    });
  });
}
