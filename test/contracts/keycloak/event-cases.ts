import { beforeAll, describe, expect, test } from 'vitest';
import type { KeycloakUserEvent } from '#shared/ports/keycloak';
import type { OpenedKeycloak } from './keycloak-under-test.ts';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

export function eventCases(subject: () => OpenedKeycloak): void {
  const keycloak = () => subject().keycloak;
  const of = (userId: string, events: KeycloakUserEvent[]) => events.filter((event) => event.userId === userId);
  const signIns = (since = LONG_AGO) => Array.fromAsync(keycloak().listSignIns(since));

  describe('events of a realm that keeps none', () => {
    test('are not there, and that can be known', async () => {
      expect(await keycloak().readEventSources()).toEqual({ signIns: false, userCreations: false });
      const { username } = await subject().aUser();
      expect(await subject().signIn(username, username)).toBe(200);
      expect(await signIns()).toEqual([]);
      expect(await Array.fromAsync(keycloak().listUserCreations(LONG_AGO))).toEqual([]);
    });
  });

  describe('events of a realm that keeps them', () => {
    beforeAll(async () => {
      const kept = { eventsEnabled: true, adminEventsEnabled: true, eventsExpiration: 3600 };
      await subject().ask('PUT', '/events/config', kept);
    });

    test('can be had, if not only others are kept', async () => {
      expect(await keycloak().readEventSources()).toEqual({ signIns: true, userCreations: true });
      await subject().ask('PUT', '/events/config', { eventsEnabled: true, enabledEventTypes: ['LOGOUT'] });
      expect(await keycloak().readEventSources()).toEqual({ signIns: false, userCreations: true });
      await subject().ask('PUT', '/events/config', { eventsEnabled: true, enabledEventTypes: ['LOGIN', 'REGISTER'] });
    });
    test('name the user who signed in, whatever was typed as the name, and nobody who was refused', async () => {
      const [user, refused] = [await subject().aUser(), await subject().aUser()];
      expect(await subject().signIn(`${user.username}@EXAMPLE.org`, user.username)).toBe(200);
      expect(await subject().signIn(refused.username, 'wrong')).toBe(400);
      const events = await signIns();
      expect(of(user.id, events)).toHaveLength(1);
      expect(of(refused.id, events)).toEqual([]);
    });
    test('are listed in their order from a time on, that millisecond included', async () => {
      const user = await subject().aUser();
      for (let time = 0; time < 2; time += 1) await subject().signIn(user.username, user.username);
      const events = of(user.id, await signIns());
      const [first, second] = events.map(({ at }) => new Date(at));
      if (!first || !second) throw new Error('two sign-ins were made');
      expect(first.getTime()).toBeLessThanOrEqual(second.getTime());
      expect(of(user.id, await signIns(first))).toEqual(events);
      expect(of(user.id, await signIns(new Date(second.getTime() + 1)))).toEqual([]);
    });
    test('name the user whom an administrator made', async () => {
      const user = await subject().aUser();
      const groupId = await keycloak().createTopGroup({ name: `c_of_${user.username}`, attributes: {} });
      await keycloak().addMember(groupId, user.id);
      const events = await Array.fromAsync(keycloak().listUserCreations(LONG_AGO));
      expect(of(user.id, events)).toMatchObject([{ userId: user.id, at: expect.stringMatching(/Z$/) }]);
    });
    test('are for those who may see them', async () => {
      const { keycloak: groupsOnly } = await subject().open(await subject().anAccount('manage-users'));
      expect(await groupsOnly.readEventSources()).toEqual({ signIns: false, userCreations: false });
      const refusal = Array.fromAsync(groupsOnly.listSignIns(LONG_AGO));
      await expect(refusal).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      const { keycloak: both } = await subject().open(await subject().anAccount('manage-users', 'view-events'));
      expect(await both.readEventSources()).toEqual({ signIns: true, userCreations: true });
    });
  });
}
