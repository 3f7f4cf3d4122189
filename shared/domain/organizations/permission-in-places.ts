import { NotAllowed } from '#shared/errors';
import type { Caller, Place } from './caller.ts';
import { type Action, grantsFor, may } from './permission.ts';

/**
 * Until when the caller may carry out the action: `always`, or until the last grant for it ends. Null if the caller may
 * not carry it out.
 */
export function mayUntil(caller: Caller, action: Action, place: Place): 'always' | string | null {
  if (caller.user.isStaff) return 'always';
  const ends = grantsFor(caller, action, place).map(({ expiresAt = 'always' }) => expiresAt);
  if (ends.includes('always')) return 'always';
  return ends.sort().at(-1) ?? null;
}

/** Throws NotAllowed (403) if there is no customer or project in which the caller may carry out the action. */
export function assertPermittedSomewhere(caller: Caller, action: Action): void {
  const places = caller.grants.map(({ customerUuid, scopeType, scopeUuid }) =>
    scopeType === 'project' ? { customerUuid, projectUuid: scopeUuid } : { customerUuid },
  );
  if (!may(caller, action) && !places.some((place) => may(caller, action, place))) throw new NotAllowed();
}
