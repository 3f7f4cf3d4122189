import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventCases } from '../keycloak/event-cases.ts';
import { aName, type OpenedKeycloak, openKeycloak } from '../keycloak/keycloak-under-test.ts';
import { memberCases } from '../keycloak/member-cases.ts';
import type { Simulator } from '../start-simulator.ts';

const access = z.object({ admin: z.object({ username: z.string(), password: z.string() }) });

/** If Keycloak cannot parse `q`, it returns all top-level groups, and no subgroups. */
export function keycloakStrangers(start: () => Promise<Simulator>): void {
  describe('a Keycloak that ignores every selector', { timeout: 60_000 }, () => {
    let opened: OpenedKeycloak;
    beforeAll(async () => {
      const simulator = await start();
      const { admin } = access.parse(simulator.printed);
      opened = await openKeycloak({ url: simulator.url, admin, simulator, stop: simulator.stop });
    });
    afterAll(() => opened.close());

    test('has strangers’ groups, which are not listed: those without our mark, and those with another’s', async () => {
      const { keycloak } = opened;
      const mark = { managed_by: 'paddock/strangers', provider_uuid: aName('p') };
      const group = (attributes: Record<string, string>) => {
        const listed = Object.entries(attributes).map(([name, value]): [string, string[]] => [name, [value]]);
        return keycloak.createTopGroup({ name: aName('c'), attributes: Object.fromEntries(listed) });
      };
      const ours = await group({ ...mark, scope_uuid: 'x' });
      for (const theirs of [{}, { managed_by: mark.managed_by }, { ...mark, provider_uuid: 'other' }])
        await group(theirs);
      const found = await Array.fromAsync(keycloak.listGroups(mark));
      expect(found.map(({ id }) => id)).toEqual([ours]);
      const child = await keycloak.createChild(ours, { name: aName('child'), attributes: {} });
      expect((await Array.fromAsync(keycloak.listChildren(ours))).map(({ id }) => id)).toEqual([child]);
    });

    test('has strangers’ users, none of whom is taken for one who is looked for', async () => {
      const { keycloak } = opened;
      const { id, username } = await opened.aUser();
      for (const name of [`${username}x`, `x${username}`]) await opened.aUser(name);
      expect((await keycloak.findUser(username.toUpperCase()))?.id).toBe(id);
      expect(await keycloak.findUser(username.slice(0, -1))).toBeUndefined();
      expect((await Array.fromAsync(keycloak.listUsers())).map((user) => user.username)).toContain(username);
    });

    memberCases(() => opened);
    eventCases(() => opened);
  });
}
