import { expect, test } from 'vitest';
import { keystoneRoleOf } from './keystone-role.ts';

test.each([
  [['reader'], 'reader'],
  [['member', 'reader'], 'member'],
  [['_member_'], 'member'],
  [['manager', 'member', 'reader'], 'manager'],
  [['reader', 'admin'], 'manager'],
  [['load-balancer_member', 'creator'], undefined],
  [[], undefined],
] as const)('of the roles %j the strongest counts: %s (M40)', (names, expected) => {
  expect(keystoneRoleOf(names)).toBe(expected);
});
