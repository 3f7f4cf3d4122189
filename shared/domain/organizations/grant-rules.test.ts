import { describe, expect, test } from 'vitest';
import { Invalid, NotAllowed } from '#shared/errors';
import { aCallerWith, aGrant, aUuid, staff } from '#test/builders/builders';
import type { Caller } from './caller.ts';
import {
  assertInFuture,
  assertLongerGrant,
  assertNotSelf,
  assertScope,
  assertWithinOwnPermissions,
} from './grant-rules.ts';

const place = { customerUuid: aUuid(), projectUuid: aUuid() };
const [april, may, june] = ['2026-04-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'];
const until = (caller: Caller, expiresAt: string): Caller => ({
  ...caller,
  grants: caller.grants.map((grant) => ({ ...grant, expiresAt })),
});

describe('the maximum end of a granted role', () => {
  const give = (caller: Caller, expiresAt?: string) => () =>
    assertWithinOwnPermissions(caller, 'project.add_user', place, { expiresAt });
  const manager = aCallerWith('PROJECT.MANAGER', place);

  test('is the end of the caller’s own right', () => {
    const ending = until(manager, may);
    expect(give(ending, april)).not.toThrow();
    expect(give(ending, may)).not.toThrow();
    expect(give(ending, june)).toThrow(NotAllowed);
    expect(give(ending)).toThrow(NotAllowed);
  });

  test('is none if the caller’s right has none', () => {
    for (const caller of [manager, aCallerWith('CUSTOMER.OWNER', place), staff()]) expect(give(caller)).not.toThrow();
  });

  test('is nothing without a right', () => {
    expect(give(aCallerWith('PROJECT.ADMIN', place), april)).toThrow(NotAllowed);
  });
});

describe('one’s own role', () => {
  const [owner, manager] = [aCallerWith('CUSTOMER.OWNER', place), aCallerWith('PROJECT.MANAGER', place)];
  const own = (caller: Caller) => () => assertNotSelf(caller, 'project.delete_user', place, caller.user.uuid);

  test('in a project cannot be changed by its manager, but by the customer’s owner', () => {
    expect(own(manager)).toThrow(new Invalid({ non_field_errors: ['User can not manage own role.'] }));
    expect(own(owner)).not.toThrow();
    expect(() => assertNotSelf(manager, 'project.delete_user', place, owner.user.uuid)).not.toThrow();
  });
});

describe('a granted role', () => {
  test('must be valid in the scope', () => {
    expect(() => assertScope('PROJECT.ADMIN', 'project')).not.toThrow();
    expect(() => assertScope('CUSTOMER.OWNER', 'project')).toThrow(Invalid);
    expect(() => assertScope('PROJECT.ADMIN', 'customer')).toThrow(Invalid);
  });

  test.each([
    [may, april, 'refused'],
    [may, may, 'refused'],
    [may, june, 'taken'],
    [may, undefined, 'taken'],
    [undefined, june, 'refused'],
    [undefined, undefined, 'refused'],
  ])('held until %s and given until %s is %s', (held, given, outcome) => {
    const check = () => assertLongerGrant(aGrant({ expiresAt: held }), { expiresAt: given });
    if (outcome === 'taken') expect(check).not.toThrow();
    else expect(check).toThrow('User has already the same role in this scope.');
  });

  test('ends in the future', () => {
    const now = new Date(may);
    expect(() => assertInFuture({ expiresAt: june }, now)).not.toThrow();
    expect(() => assertInFuture({}, now)).not.toThrow();
    for (const expiresAt of [april, may]) {
      expect(() => assertInFuture({ expiresAt }, now)).toThrow('Expiration time should be greater than current time.');
    }
  });
});
