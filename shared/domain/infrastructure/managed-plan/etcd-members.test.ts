import { describe, expect, test } from 'vitest';
import { etcdMembersOf, serverRoles } from './etcd-members.ts';

describe('etcd members', () => {
  test.each([
    [1, [3]],
    [2, [3, 2]],
    [3, [2, 2, 1]],
    [5, [1, 1, 1, 1, 1]],
    [7, [1, 1, 1, 1, 1, 0, 0]],
  ])('of %i tenants are an odd number, at most five, and spread as evenly as possible', (tenants, members) => {
    expect(etcdMembersOf(tenants, 3)).toEqual(members);
  });

  test.each([1, 3, 5, 7, 9])('of %i tenants survive the loss of any one tenant, if there are several', (tenants) => {
    const members = etcdMembersOf(tenants, 3);
    const all = members.reduce((sum, count) => sum + count, 0);
    expect(all % 2).toBe(1);
    if (tenants > 1) expect(all - Math.max(...members)).toBeGreaterThan(all / 2);
  });

  test('are an odd number where servers are few and even', () => {
    expect(etcdMembersOf(1, 4)).toEqual([3]);
    expect(etcdMembersOf(2, 1)).toEqual([1, 0]);
  });

  test('are all servers if the offering wants the seed’s shape (S0-330)', () => {
    expect(etcdMembersOf(3, 3, 'all')).toEqual([3, 3, 3]);
  });
});

describe('servers', () => {
  test('that are no members only run the control plane', () => {
    expect(serverRoles(3, 2, true)).toEqual([['etcd', 'controlplane'], ['etcd', 'controlplane'], ['controlplane']]);
  });

  test('run the workloads of a cluster without workers (S0-244)', () => {
    expect(serverRoles(3, 1, false)).toEqual([
      ['etcd', 'controlplane', 'worker'],
      ['controlplane', 'worker'],
      ['controlplane', 'worker'],
    ]);
  });
});
