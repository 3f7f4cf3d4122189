import { beforeEach, describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import { Conflict, Invalid, VersionConflict } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { aGrant, anApiToken, aUser, aUuid, CREATED } from '#test/builders/builders';
import type { TestClock } from '#test/test-clock';
import { newStore } from '../_worlds/new-store.ts';

let store: Store;
let clock: TestClock;
beforeEach(async () => {
  ({ store, clock } = await newStore());
});
const inAnHour = '2026-03-01T13:00:00.000Z';

describe('a user', () => {
  test('is found by name, and a second one of that name is refused in Django’s words', async () => {
    const user = aUser({ username: 'ada' });
    await store.commit(store.users.insert(user));
    const twin = aUser({ username: 'ada' });
    await expect(store.commit(store.users.insert(twin))).rejects.toThrow(
      new Invalid({ username: ['A user with that username already exists.'] }),
    );
    expect(await store.users.findByUsername('ada')).toEqual(user);
    expect(await store.users.find(twin.uuid)).toBeUndefined();
    expect(await store.users.findByUsername('Ada')).toBeUndefined();
  });

  test('who is removed leaves the name to others', async () => {
    const user = aUser({ username: 'ada' });
    await store.commit(store.users.insert(user));
    await store.commit(store.users.remove(user));
    expect(await store.users.findByUsername('ada')).toBeUndefined();
    await store.commit(store.users.insert(aUser({ username: 'ada' })));
  });

  test('changes everything but the name, which is claimed', async () => {
    const user = aUser();
    await store.commit(store.users.insert(user));
    const next = changed(user, clock.now(), { firstName: 'Grace' });
    await store.commit(store.users.replace(next));
    expect(await store.users.get(user.uuid)).toEqual(next);
    const renamed = changed(next, clock.now(), { username: 'grace' });
    await expect(store.commit(store.users.replace(renamed))).rejects.toThrow(Conflict);
  });

  test('is found by issuer and subject, and an identity belongs to one user', async () => {
    const user = aUser();
    const issuer = 'https://id.example.org/realms/a';
    await store.commit(store.users.insert(user), store.users.linkIdentity(issuer, 'b/c', user.uuid));
    expect(await store.users.holderOfIdentity(issuer, 'b/c')).toBe(user.uuid);
    expect(await store.users.holderOfIdentity(`${issuer}/b`, 'c')).toBeUndefined();
    await expect(store.commit(store.users.linkIdentity(issuer, 'b/c', aUuid()))).rejects.toThrow(Conflict);
  });
});

describe('an API token', () => {
  test('is read with its user until it is removed', async () => {
    const token = anApiToken();
    await store.commit(store.apiTokens.insert(token));
    expect((await store.access.of(token.userUuid)).tokens).toEqual([token]);
    await store.commit(store.apiTokens.remove(token));
    expect((await store.access.of(token.userUuid)).tokens).toEqual([]);
  });

  test('is on no list from the second on in which it expires, and known for a week more, as one that has ended', async () => {
    const token = anApiToken({ expiresAt: inAnHour });
    await store.commit(store.apiTokens.insert(token));
    clock.advance(3599);
    expect(await store.apiTokens.listByUser(token.userUuid)).toEqual([token]);
    clock.advance(1);
    expect(await store.apiTokens.listByUser(token.userUuid)).toEqual([]);
    expect((await store.access.of(token.userUuid)).tokens).toEqual([token]);
    clock.advance(7 * 24 * 3600);
    expect((await store.access.of(token.userUuid)).tokens).toEqual([]);
  });

  test('is listed for its user only, newest first', async () => {
    const userUuid = aUuid();
    const [old, recent] = [anApiToken({ userUuid }), anApiToken({ userUuid, created: inAnHour })];
    await store.commit(...[old, recent, anApiToken()].map((token) => store.apiTokens.insert(token)));
    expect(await store.apiTokens.listByUser(userUuid)).toEqual([recent, old]);
  });
});

describe('a role', () => {
  test('is listed by user and by scope', async () => {
    const [userUuid, scopeUuid] = [aUuid(), aUuid()];
    const here = aGrant({ userUuid, scopeUuid });
    const elsewhere = aGrant({ userUuid });
    const others = aGrant({ scopeUuid, created: inAnHour });
    await store.commit(...[here, elsewhere, others].map((grant) => store.grants.insert(grant)));
    expect((await store.access.of(userUuid)).grants).toHaveLength(2);
    expect((await store.access.of(userUuid)).grants).toEqual(expect.arrayContaining([here, elsewhere]));
    expect(await store.grants.listByScope(scopeUuid)).toEqual([here, others]);
  });

  test('given twice is a conflict, another role in the same scope is not', async () => {
    const grant = aGrant();
    await store.commit(store.grants.insert(grant));
    await expect(store.commit(store.grants.insert(grant))).rejects.toThrow('The user has this role already.');
    await store.commit(store.grants.insert({ ...grant, role: 'PROJECT.MEMBER' }));
    expect((await store.access.of(grant.userUuid)).grants).toHaveLength(2);
  });

  test('taken away is gone with the next read, and taking it again is a conflict', async () => {
    const grant = aGrant();
    await store.commit(store.grants.insert(grant));
    await store.commit(store.grants.remove(grant));
    expect((await store.access.of(grant.userUuid)).grants).toEqual([]);
    await expect(store.commit(store.grants.remove(grant))).rejects.toThrow(Conflict);
  });

  test('that has expired is absent, and may be given again', async () => {
    const grant = aGrant({ expiresAt: inAnHour });
    await store.commit(store.grants.insert(grant));
    clock.advance(3600);
    expect((await store.access.of(grant.userUuid)).grants).toEqual([]);
    expect(await store.grants.listByScope(grant.scopeUuid)).toEqual([]);
    const again = aGrant({ ...grant, created: CREATED, expiresAt: '2026-04-01T00:00:00.000Z' });
    await store.commit(store.grants.insert(again));
    expect((await store.access.of(grant.userUuid)).grants).toEqual([again]);
    expect(await store.grants.find(grant.userUuid, grant.scopeUuid, grant.role)).toEqual(again);
  });

  test('that has ended is listed as such, the longest over first, until it is removed or given again', async () => {
    const [first, second] = [aGrant({ expiresAt: inAnHour }), aGrant({ expiresAt: '2026-03-01T13:00:00.500Z' })];
    await store.commit(...[second, first, aGrant()].map((grant) => store.grants.insert(grant)));
    const ended = () => store.grants.listEnded(clock.now(), 10);
    clock.advance(3599);
    expect(await ended()).toEqual([]);
    clock.advance(1);
    expect(await ended()).toEqual([first]);
    clock.advance(1);
    expect(await ended()).toEqual([first, second]);
    expect(await store.grants.listEnded(clock.now(), 1)).toEqual([first]);
    await store.commit(store.grants.remove(first));
    await store.commit(store.grants.insert({ ...second, expiresAt: '2026-04-01T00:00:00.000Z' }));
    expect(await ended()).toEqual([]);
  });

  test('is changed or removed only as it was read', async () => {
    const grant = aGrant({ expiresAt: inAnHour });
    const longer = { ...grant, expiresAt: '2026-04-01T00:00:00.000Z' };
    const { expiresAt: _, ...forGood } = grant;
    await store.commit(store.grants.insert(grant));
    await store.commit(store.grants.replace(grant, longer));
    await expect(store.commit(store.grants.replace(grant, longer))).rejects.toThrow(VersionConflict);
    await expect(store.commit(store.grants.remove(grant))).rejects.toThrow(VersionConflict);
    await store.commit(store.grants.replace(longer, forGood));
    await expect(store.commit(store.grants.remove(longer))).rejects.toThrow(VersionConflict);
    expect(await store.grants.find(grant.userUuid, grant.scopeUuid, grant.role)).toEqual(forGood);
    expect(await store.grants.listEnded(new Date('2027-01-01'), 10)).toEqual([]);
  });
});
