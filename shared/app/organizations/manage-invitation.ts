import { changed } from '#shared/domain/_core/record';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { assertWithinOwnPermissions } from '#shared/domain/organizations/grant-rules';
import {
  type Invitation,
  type InvitationState,
  invitationEnd,
  placeOfInvitation,
  stateAt,
} from '#shared/domain/organizations/invitation';
import { type Action, assertPermitted } from '#shared/domain/organizations/permission';
import { Invalid } from '#shared/errors';
import { countUnconfirmedMail } from '../_core/count-unconfirmed-mail.ts';
import { getVisible } from '../_core/get-visible.ts';
import { type InvitationDeps, mailInvitation } from './create-invitation.ts';

/** Finds an invitation that the caller may see or manage. Throws NotFound and NotAllowed. */
export async function getInvitation(
  { store }: Pick<InvitationDeps, 'store'>,
  caller: Caller,
  uuidText: string,
  action: Action = 'invitation.see',
): Promise<Invitation> {
  const visible = (item: Invitation) => canSee(caller, placeOfInvitation(item));
  const invitation = await getVisible(store.invitations, 'Invitation', uuidText, visible);
  assertPermitted(caller, action, placeOfInvitation(invitation));
  return invitation;
}

function assertState(invitation: Invitation, now: Date, states: readonly InvitationState[], text: string): void {
  if (!states.includes(stateAt(invitation, now))) throw new Invalid([text]);
}

/** Cancels an invitation. Its token is no longer accepted. Throws Invalid with Waldur's text. */
export async function cancelInvitation(deps: InvitationDeps, caller: Caller, uuidText: string): Promise<void> {
  const { store, clock } = deps;
  const invitation = await getInvitation(deps, caller, uuidText, 'invitation.manage');
  assertState(invitation, clock.now(), ['pending'], 'Only pending or planned invitations can be canceled.');
  const canceled = changed(invitation, clock.now(), { state: 'canceled', tokenHash: undefined });
  await store.commit(store.invitations.replace(canceled));
}

/** Sends an invitation again, with a new validity period. Throws Invalid with Waldur's text. */
export async function sendInvitation(deps: InvitationDeps, caller: Caller, uuidText: string): Promise<void> {
  const { store, clock } = deps;
  const invitation = await getInvitation(deps, caller, uuidText, 'invitation.manage');
  const text = 'Only pending, expired and canceled invitations can be resent.';
  assertState(invitation, clock.now(), ['pending', 'expired', 'canceled'], text);
  assertWithinOwnPermissions(caller, 'invitation.manage', placeOfInvitation(invitation), {});
  const fresh = { state: 'pending' as const, expiresAt: invitationEnd(clock.now()), tokenHash: undefined };
  const sent = changed(invitation, clock.now(), fresh);
  await countUnconfirmedMail(deps, caller.user.uuid, sent.email);
  await store.commit(store.invitations.replace(sent), mailInvitation(deps, sent));
}
