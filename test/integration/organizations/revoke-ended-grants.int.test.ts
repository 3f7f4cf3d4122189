import { beforeEach, describe, expect, test } from 'vitest';
import { revokeEndedGrants } from '#shared/app/organizations/revoke-ended-grants';
import { grantUuid } from '#shared/domain/organizations/role';
import type { DomainEvent } from '#shared/ports/runtime';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aGrant, aProject, aUser } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const inAnHour = '2026-03-01T13:00:00.000Z';

let opened: TestStore;
let published: DomainEvent[];
beforeEach(async () => {
  opened = await newStore();
  published = [];
});
/** Only the event bus is replaced: the tests check the published events. */
const revoke = (publish = async (event: DomainEvent): Promise<void> => void published.push(event)) =>
  revokeEndedGrants({ ...opened, ids: randomIds, events: { publish }, log });

describe('the schedule of roles', () => {
  test('removes those that have ended, says so once, and leaves the others (S0-161)', async () => {
    const { store, clock } = opened;
    const [ended, running, forGood] = [
      aGrant({ expiresAt: inAnHour }),
      aGrant({ expiresAt: '2026-03-01T13:00:01.000Z' }),
      aGrant(),
    ];
    await store.commit(...[ended, running, forGood].map((grant) => store.grants.insert(grant)));
    expect([await revoke(), published]).toEqual([0, []]);
    clock.advance(3600);
    expect([await revoke(), await revoke()]).toEqual([1, 0]);
    expect(published).toEqual([{ type: 'role.expired', detail: { grantUuid: grantUuid(ended), ...endOf(ended) } }]);
    expect(await store.grants.listByScope(running.scopeUuid)).toEqual([running]);
    expect(await store.grants.listByScope(forGood.scopeUuid)).toEqual([forGood]);
  });

  test.each([
    ['its managers', 'PROJECT.MANAGER', ['manager@example.org', 'user@example.org']],
    ['the owners, where it has no manager', 'CUSTOMER.OWNER', ['owner@example.org', 'user@example.org']],
  ] as const)(
    'sends an e-mail to the user who had a role in a project, and %s (S0-161)',
    async (_, role, addresses) => {
      const { store, clock } = opened;
      const project = aProject();
      const inProject = { scopeUuid: project.uuid, customerUuid: project.customerUuid };
      const [manager, owner, user] = ['manager', 'owner', 'user'].map((it) => aUser({ email: `${it}@example.org` }));
      if (!manager || !owner || !user) throw new Error('three were made');
      const held = { scopeType: 'customer' as const, scopeUuid: project.customerUuid, role: 'CUSTOMER.OWNER' as const };
      await store.commit(
        store.projects.insert(project),
        ...[manager, owner, user].map((person) => store.users.insert(person)),
        store.grants.insert(aGrant({ ...inProject, userUuid: user.uuid, expiresAt: inAnHour })),
        store.grants.insert(aGrant({ ...inProject, ...held, userUuid: owner.uuid })),
        ...(role === 'PROJECT.MANAGER'
          ? [store.grants.insert(aGrant({ ...inProject, role, userUuid: manager.uuid }))]
          : []),
      );
      clock.advance(3600);
      await revoke();
      clock.advance(60);
      const keys = await store.mails.listDue(clock.now(), 100);
      const mails = await Promise.all(keys.map((key) => store.mails.find(key)));
      expect(mails.map((mail) => mail?.to).sort()).toEqual(addresses);
      const values = { username: user.username, scope: project.name, endedAt: inAnHour };
      for (const mail of mails) expect(mail).toMatchObject({ template: 'grant-ended', values });
    },
  );

  test('loses nobody when the bus is away: the next run reports them', async () => {
    const { store, clock } = opened;
    const grants = [aGrant({ expiresAt: inAnHour }), aGrant({ expiresAt: inAnHour })];
    await store.commit(...grants.map((grant) => store.grants.insert(grant)));
    clock.advance(3600);
    await expect(revoke(() => Promise.reject(new Error('the bus is away')))).rejects.toThrow('2 roles');
    expect(await revoke()).toBe(2);
    expect(published).toHaveLength(2);
  });

  test('leaves a role alone that is given again while it looks', async () => {
    const { store, clock } = opened;
    const ended = aGrant({ expiresAt: inAnHour });
    const again = { ...ended, created: inAnHour, expiresAt: '2026-04-01T00:00:00.000Z' };
    await store.commit(store.grants.insert(ended));
    clock.advance(3600);
    await revoke(() => store.commit(store.grants.insert(again)));
    expect(await store.grants.find(ended.userUuid, ended.scopeUuid, ended.role)).toEqual(again);
  });
});

const endOf = ({ userUuid, role, scopeType, scopeUuid, customerUuid, expiresAt }: ReturnType<typeof aGrant>) => ({
  ...{ userUuid, role, scopeType, scopeUuid, customerUuid, expiresAt },
  createdByUuid: undefined,
});
