import { expect, test } from 'vitest';
import { navigationFor } from './navigation.ts';

const role = (role_name: 'CUSTOMER.OWNER' | 'PROJECT.MEMBER') => ({
  ...{ role_name, scope_type: 'customer' as const, scope_uuid: 'c', customer_uuid: 'c', expiration_time: null },
});
const lastOf = (is_staff: boolean, ...permissions: ReturnType<typeof role>[]) =>
  navigationFor({ is_staff, permissions }).at(-1)?.label;

test.each([
  ['a member', false, [role('PROJECT.MEMBER')], 'Activity'],
  ['an owner', false, [role('CUSTOMER.OWNER')], 'Provider'],
  ['staff', true, [], 'Operator'],
])('the navigation of %s ends with what they may use', (_who, isStaff, roles, last) => {
  expect(lastOf(isStaff, ...roles)).toBe(last);
});
