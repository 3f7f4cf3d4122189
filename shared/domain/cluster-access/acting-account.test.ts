import { expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { actingBindings, actingEnd, actingUsername, diffActingBindings, mustExtend } from './acting-account.ts';

const PROJECTS = ['c-m-1:p-shop'];
const ADMINISTRATOR = { cluster: 'cluster-member', project: 'project-owner' } as const;
const cluster = { context: 'cluster', placeId: 'c-m-1', roleTemplateId: 'cluster-member' } as const;
const shop = { context: 'project', placeId: 'c-m-1:p-shop', roleTemplateId: 'project-owner' } as const;

test('a user has one account in each cluster', () => {
  const [a, b, olga, paul] = [aUuid(), aUuid(), aUuid(), aUuid()];
  expect(actingUsername(a, olga)).toBe(actingUsername(a, olga));
  expect(new Set([actingUsername(a, olga), actingUsername(a, paul), actingUsername(b, olga)]).size).toBe(3);
});

test('an account has the role in the cluster, and in each of the projects', () => {
  expect(actingBindings({ cluster: 'cluster-owner' }, 'c-m-1', PROJECTS)).toEqual([
    { context: 'cluster', placeId: 'c-m-1', roleTemplateId: 'cluster-owner' },
  ]);
  expect(actingBindings(ADMINISTRATOR, 'c-m-1', PROJECTS)).toEqual([cluster, shop]);
});

test('bindings of another role, another place, and doubles are removed, and missing ones are made', () => {
  const owner = { ...cluster, roleTemplateId: 'cluster-owner', id: 'one' };
  const elsewhere = { ...cluster, placeId: 'c-m-2', id: 'two' };
  const [kept, double] = [
    { ...cluster, id: 'three' },
    { ...cluster, id: 'four' },
  ];
  const { create, remove } = diffActingBindings([cluster, shop], [owner, elsewhere, kept, double]);
  expect(create).toEqual([shop]);
  expect(remove.map(({ id }) => id).sort()).toEqual(['one', 'three', 'two']);
  expect(diffActingBindings([cluster], [kept])).toEqual({ create: [], remove: [] });
});

test('an account lives thirty days after its last use, and its end is moved once a week at most', () => {
  const now = new Date('2026-11-30T12:00:00Z');
  const end = actingEnd(now);
  expect(end.toISOString()).toBe('2026-12-30T12:00:00.000Z');
  const later = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
  expect(mustExtend(end, later(7))).toBe(false);
  expect(mustExtend(end, later(8))).toBe(true);
  expect(mustExtend(undefined, now)).toBe(true);
});
