import { Invalid, NotAllowed } from '#shared/errors';
import type { Uuid } from '../_core/identifier.ts';
import type { Caller, Place } from './caller.ts';
import { type Action, may } from './permission.ts';
import { mayUntil } from './permission-in-places.ts';
import { type RoleGrant, type RoleName, scopeTypeOf } from './role.ts';

type Ends = { expiresAt?: string | undefined };

/**
 * Whether the first grant lasts at least as long as the second. A grant without an end lasts longest. ISO times in UTC
 * can be compared as texts.
 */
const lastsAtLeast = (one: Ends, other: Ends): boolean =>
  one.expiresAt === undefined || (other.expiresAt !== undefined && one.expiresAt >= other.expiresAt);

/** Throws NotAllowed if the grant would end later than the caller's own right to give it. */
export function assertWithinOwnPermissions(caller: Caller, action: Action, place: Place, given: Ends): void {
  const until = mayUntil(caller, action, place);
  if (until === null) throw new NotAllowed();
  if (until !== 'always' && !lastsAtLeast({ expiresAt: until }, given)) {
    throw new NotAllowed(`Your own role ends at ${until}, so you cannot grant a role that ends later.`);
  }
}

/**
 * Throws Invalid if a manager of a project changes their own role. Owners of the customer and staff may change their
 * own roles. The rule and its error message come from Waldur.
 */
export function assertNotSelf(caller: Caller, action: Action, { customerUuid }: Place, userUuid: Uuid): void {
  if (userUuid !== caller.user.uuid || may(caller, action, { customerUuid })) return;
  throw new Invalid({ non_field_errors: ['User can not manage own role.'] });
}

export function assertScope(role: RoleName, scopeType: RoleGrant['scopeType']): void {
  if (scopeTypeOf(role) !== scopeType) {
    throw new Invalid({ non_field_errors: ['Role is not valid for this scope.'] });
  }
}

/** Throws Invalid if the user already has the role. The role can be given again only with a later end. */
export function assertLongerGrant(held: RoleGrant | undefined, given: Ends): void {
  if (held !== undefined && lastsAtLeast(held, given)) {
    throw new Invalid({ non_field_errors: ['User has already the same role in this scope.'] });
  }
}

export function assertInFuture({ expiresAt }: Ends, now: Date): void {
  if (expiresAt !== undefined && expiresAt <= now.toISOString()) {
    throw new Invalid({ expiration_time: ['Expiration time should be greater than current time.'] });
  }
}
