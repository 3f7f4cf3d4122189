import { newRecord } from '#shared/domain/_core/record';
import { fullNameOf } from '#shared/domain/identity/user';
import type { Caller } from '#shared/domain/organizations/caller';
import { canSee, type Place } from '#shared/domain/organizations/caller';
import { assertWithinOwnPermissions } from '#shared/domain/organizations/grant-rules';
import { type Invitation, invitationEnd, stateAt } from '#shared/domain/organizations/invitation';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { ROLE_TITLES, type RoleName, scopeTypeOf } from '#shared/domain/organizations/role';
import { noObject } from '#shared/errors';
import type { Ids } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { assertRoom } from '../_core/assert-room.ts';
import { countUnconfirmedMail, type MailCountDeps } from '../_core/count-unconfirmed-mail.ts';

export type InvitationDeps = MailCountDeps & {
  store: Pick<Store, 'customers' | 'projects' | 'invitations' | 'users' | 'access' | 'grants' | 'mails' | 'commit'>;
  ids: Ids;
};
export type NewInvitation = { email: string; role: RoleName; scopeUuid: string; extraInvitationText: string };

type Scope = Pick<
  Invitation,
  'scopeType' | 'scopeUuid' | 'scopeName' | 'scopeDescription' | 'customerUuid' | 'customerName'
>;

/** Finds the customer or project for the role. Throws Invalid when the caller cannot see it. */
async function scopeOf({ store }: InvitationDeps, caller: Caller, input: NewInvitation): Promise<Scope> {
  const scopeType = scopeTypeOf(input.role);
  const found = await (scopeType === 'customer'
    ? store.customers.find(input.scopeUuid)
    : store.projects.find(input.scopeUuid));
  if (found === undefined) throw noObject('scope');
  const isProject = 'customerUuid' in found;
  const owner = isProject ? found : { customerUuid: found.uuid, customerName: found.name };
  const { customerUuid, customerName } = owner;
  if (!canSee(caller, placeIn(scopeType, found.uuid, customerUuid))) throw noObject('scope');
  const { uuid: scopeUuid, name: scopeName } = found;
  const scopeDescription = isProject ? found.description : '';
  return { scopeType, scopeUuid, scopeName, scopeDescription, customerUuid, customerName };
}

const placeIn = (scopeType: Scope['scopeType'], scopeUuid: string, customerUuid: string): Place =>
  scopeType === 'project' ? { customerUuid, projectUuid: scopeUuid } : { customerUuid };

/**
 * Queues the e-mail of an invitation. The queued e-mail has no token yet. The token is created when the e-mail is sent
 * (`issue-invitation-token.ts`).
 */
export function mailInvitation({ store }: Pick<InvitationDeps, 'store'>, invitation: Invitation): Write {
  const { uuid, version, email, role, scopeType, scopeName, createdByFullName, createdByUsername } = invitation;
  const { extraInvitationText: extraText, expiresAt } = invitation;
  const invitedBy = createdByFullName || createdByUsername;
  return store.mails.insert({
    key: `invitation/${uuid}/${version}`,
    to: email,
    template: 'invitation',
    values: {
      invitationUuid: uuid,
      role: ROLE_TITLES[role],
      scopeType,
      scope: scopeName,
      invitedBy,
      extraText,
      expiresAt,
    },
  });
}

/**
 * Offers a role by e-mail. A user whose own role expires cannot offer a role, because the offered role would never
 * expire. Throws Invalid and NotAllowed.
 */
export async function createInvitation(
  deps: InvitationDeps,
  caller: Caller,
  input: NewInvitation,
): Promise<Invitation> {
  const { store, clock, ids } = deps;
  const scope = await scopeOf(deps, caller, input);
  const place = placeIn(scope.scopeType, scope.scopeUuid, scope.customerUuid);
  assertPermitted(caller, 'invitation.create', place);
  assertWithinOwnPermissions(caller, 'invitation.create', place, {});
  const { email, role, extraInvitationText } = input;
  const { uuid: createdByUuid, username: createdByUsername } = caller.user;
  const invitation: Invitation = {
    ...newRecord(ids.uuid(), clock.now()),
    ...scope,
    email,
    role,
    extraInvitationText,
    state: 'pending',
    createdByUuid,
    createdByUsername,
    createdByFullName: fullNameOf(caller.user),
    expiresAt: invitationEnd(clock.now()),
  };
  const isPending = (item: Invitation) => stateAt(item, clock.now()) === 'pending';
  await assertRoom('invitations', store.invitations, { customerUuid: scope.customerUuid }, isPending);
  await countUnconfirmedMail(deps, createdByUuid, email);
  await store.commit(store.invitations.insert(invitation), mailInvitation(deps, invitation));
  return invitation;
}
