import { expect, test } from 'vitest';
import { callerOf } from './caller.ts';

test.each([
  [{ caller_type: 'user', caller_full_name: 'Olga Owner', caller_username: 'owner' }, 'Olga Owner'],
  [{ caller_type: 'user', caller_full_name: '', caller_username: 'owner' }, 'owner'],
  [{ caller_type: 'user', caller_username: 'owner', impersonator_username: 'staff' }, 'staff as owner'],
  [{ caller_type: 'step', caller_name: 'records.finishDeletion' }, 'Paddock'],
  [{ caller_type: 'anonymous' }, 'Not signed in'],
])('%j is %s', (context, name) => {
  expect(callerOf(context)).toBe(name);
});
