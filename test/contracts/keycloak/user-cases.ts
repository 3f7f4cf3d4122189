import { describe, expect, test } from 'vitest';
import { aName, type OpenedKeycloak } from './keycloak-under-test.ts';

export function userCases(subject: () => OpenedKeycloak): void {
  const keycloak = () => subject().keycloak;

  describe('a user', () => {
    test('is found by the whole name, in any case, and by the id (S0-109, U56)', async () => {
      const { id, username } = await subject().aUser(aName('Olga'));
      const found = { id, username: username.toLowerCase(), enabled: true };
      expect(await keycloak().findUser(username)).toMatchObject(found);
      expect(await keycloak().findUser(username.toUpperCase())).toMatchObject(found);
      expect(await keycloak().findUserById(id)).toMatchObject(found);
    });
    test('is not found by a part of a name, an e-mail address or nothing (S0-109, U56)', async () => {
      const { username } = await subject().aUser();
      for (const text of [username.slice(0, -1), `${username}@example.org`, '']) {
        expect(await keycloak().findUser(text)).toBeUndefined();
      }
      expect(await keycloak().findUserById('nobody')).toBeUndefined();
    });
  });

  describe('users', () => {
    test('are looked for by name: who is there is found, in whatever case is asked', async () => {
      const [one, other] = [await subject().aUser(), await subject().aUser()];
      const found = await keycloak().findUsers([one.username.toUpperCase(), other.username, aName('nobody')]);
      const ids = Object.fromEntries([...found].map(([name, { id }]) => [name, id]));
      expect(ids).toEqual({ [one.username]: one.id, [other.username]: other.id });
      expect(await keycloak().findUsers([])).toEqual(new Map());
    });
    test('many of them are looked for in the pages of the realm, not one by one', async () => {
      const { id, username } = await subject().aUser();
      const { keycloak: counted, asked } = await subject().open();
      const strangers = Array.from({ length: 60 }, () => aName('nobody'));
      expect([...(await counted.findUsers([...strangers, username])).values()]).toMatchObject([{ id }]);
      const pages = Math.ceil((await Array.fromAsync(keycloak().listUsers())).length / 100);
      expect(asked.filter((op) => op === 'listUsers').length).toBeGreaterThan(0);
      expect(asked.length).toBeLessThanOrEqual(['logIn', 'countUsers'].length + pages);
    });
    test('all of them are listed, each once, without those that stand for clients', async () => {
      const clientId = aName('client');
      const client = { clientId, publicClient: false, serviceAccountsEnabled: true };
      expect((await subject().ask('POST', '/clients', client)).status).toBe(201);
      const { id } = await subject().aUser();
      const found = (await Array.fromAsync(keycloak().listUsers())).map((user) => user.id);
      expect(found).toContain(id);
      expect(new Set(found).size).toBe(found.length);
      const service = await keycloak().findUser(`service-account-${clientId}`);
      expect(service).toBeDefined();
      expect(found).not.toContain(service?.id);
    });
  });
}
