import { expect, test } from 'vitest';
import { mayManage } from './may-manage.ts';

type Role = 'CUSTOMER.OWNER' | 'PROJECT.MANAGER' | 'PROJECT.ADMIN' | 'PROJECT.MEMBER';

test.each<[boolean, Role, string, boolean]>([
  [false, 'CUSTOMER.OWNER', 'c', true],
  [false, 'CUSTOMER.OWNER', 'other', false],
  [false, 'PROJECT.MANAGER', 'p', true],
  [false, 'PROJECT.ADMIN', 'p', true],
  [false, 'PROJECT.MANAGER', 'other', false],
  [false, 'PROJECT.MEMBER', 'p', false],
  [true, 'PROJECT.MEMBER', 'p', true],
])('staff %s with the role %s in %s may manage: %s', (is_staff, role_name, scope_uuid, may) => {
  const permission = {
    ...{ role_name, scope_uuid, scope_type: 'project' as const, customer_uuid: 'c' },
    expiration_time: null,
  };
  expect(mayManage({ is_staff, permissions: [permission] }, { customer_uuid: 'c', project_uuid: 'p' })).toBe(may);
});
