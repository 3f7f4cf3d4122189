import { parseUuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertLongerGrant } from '#shared/domain/organizations/grant-rules';
import { type Invitation, placeOfInvitation, stateAt } from '#shared/domain/organizations/invitation';
import { mayUntil } from '#shared/domain/organizations/permission-in-places';
import type { RoleGrant } from '#shared/domain/organizations/role';
import { Invalid, noMatch } from '#shared/errors';
import { hashToken, isSameSecret } from '../identity/hash-token.ts';
import type { InvitationDeps } from './create-invitation.ts';

type Deps = Pick<InvitationDeps, 'store' | 'clock'>;

/**
 * Finds the invitation for a token. Whoever has the token can accept the invitation. A wrong token and an unknown,
 * used, cancelled or expired invitation all give the same NotFound, so that callers learn nothing about the invitation.
 */
async function offered({ store, clock }: Deps, uuidText: string, token: string): Promise<Invitation> {
  const uuid = parseUuid(uuidText);
  const found = uuid === undefined ? undefined : await store.invitations.find(uuid);
  const isOpen = found !== undefined && stateAt(found, clock.now()) === 'pending';
  if (!isOpen || !isSameSecret(hashToken(token), found.tokenHash ?? '')) throw noMatch('Invitation');
  return found;
}

/**
 * Gives the caller the role that the invitation offers. An invitation can be accepted only once. Throws NotFound,
 * Invalid, and Conflict when a concurrent call accepts it.
 */
export async function acceptInvitation(
  deps: Deps,
  caller: Caller,
  uuidText: string,
  readToken: () => string,
): Promise<void> {
  const { store, clock } = deps;
  const invitation = await offered(deps, uuidText, readToken());
  // The user who sent the invitation must still have the right to invite.
  const { user, grants } = await deps.store.access.of(invitation.createdByUuid);
  const until = user?.isActive ? mayUntil({ user, grants }, 'invitation.create', placeOfInvitation(invitation)) : null;
  if (until !== 'always') throw new Invalid(['The invitation is no longer valid: ask for a new one.']);

  const { role, scopeType, scopeUuid, customerUuid, createdByUuid } = invitation;
  const held = await store.grants.find(caller.user.uuid, scopeUuid, role);
  assertLongerGrant(held, {});
  const grant: RoleGrant = {
    ...{ userUuid: caller.user.uuid, role, scopeType, scopeUuid, customerUuid, createdByUuid },
    created: clock.now().toISOString(),
  };
  const accepted = changed(invitation, clock.now(), { state: 'accepted', tokenHash: undefined });
  await store.commit(
    store.invitations.replace(accepted),
    held === undefined ? store.grants.insert(grant) : store.grants.replace(held, grant),
  );
}
