import type { Caller } from '../domain/caller.ts';
import { canSee, type Place } from '../domain/caller.ts';
import { demandWithinOwnRight } from '../domain/granting.ts';
import { type Invitation, invitationEnd } from '../domain/invitation.ts';
import { demand } from '../domain/permission.ts';
import { newRecord } from '../domain/record.ts';
import { type RoleName, scopeTypeOf } from '../domain/role.ts';
import { noObject } from '../errors.ts';
import type { Clock, EventBus, Ids } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';

export type InvitationDeps = {
  store: Pick<Store, 'customers' | 'projects' | 'invitations' | 'users' | 'access' | 'grants' | 'commit'>;
  clock: Clock;
  ids: Ids;
  events: EventBus;
};
export type NewInvitation = { email: string; role: RoleName; scopeUuid: string; extraInvitationText: string };

type Scope = Pick<Invitation, 'scopeType' | 'scopeUuid' | 'scopeName' | 'customerUuid' | 'customerName'>;

/** The customer or the project, as the role has it. One that the caller cannot see does not exist for him. */
async function scopeOf({ store }: InvitationDeps, caller: Caller, input: NewInvitation): Promise<Scope> {
  const scopeType = scopeTypeOf(input.role);
  const found = await (scopeType === 'customer'
    ? store.customers.find(input.scopeUuid)
    : store.projects.find(input.scopeUuid));
  if (found === undefined) throw noObject('scope');
  const owner = 'customerUuid' in found ? found : { customerUuid: found.uuid, customerName: found.name };
  const { customerUuid, customerName } = owner;
  if (!canSee(caller, placeIn(scopeType, found.uuid, customerUuid))) throw noObject('scope');
  return { scopeType, scopeUuid: found.uuid, scopeName: found.name, customerUuid, customerName };
}

const placeIn = (scopeType: Scope['scopeType'], scopeUuid: string, customerUuid: string): Place =>
  scopeType === 'project' ? { customerUuid, projectUuid: scopeUuid } : { customerUuid };

/** Told without the token: whoever writes the e-mail makes that (`issue-invitation-token.ts`). */
export const tellInvited = ({ events }: Pick<InvitationDeps, 'events'>, { uuid }: Invitation): Promise<void> =>
  events.publish({ type: 'invitation.created', detail: { invitationUuid: uuid } });

/**
 * Offers somebody a role by e-mail. The role is for good, so that nobody offers one whose own right ends. If the bus does not take it,
 * the invitation is there, and `send` tells it once more. Throws Invalid and NotAllowed.
 */
export async function createInvitation(
  deps: InvitationDeps,
  caller: Caller,
  input: NewInvitation,
): Promise<Invitation> {
  const { store, clock, ids } = deps;
  const scope = await scopeOf(deps, caller, input);
  const place = placeIn(scope.scopeType, scope.scopeUuid, scope.customerUuid);
  demand(caller, 'invitation.create', place);
  demandWithinOwnRight(caller, 'invitation.create', place, {});
  const { email, role, extraInvitationText } = input;
  const { uuid: createdByUuid, username: createdByUsername, firstName, lastName } = caller.user;
  const invitation: Invitation = {
    ...newRecord(ids.uuid(), clock.now()),
    ...scope,
    ...{ email, role, extraInvitationText },
    state: 'pending',
    ...{ createdByUuid, createdByUsername, createdByFullName: `${firstName} ${lastName}`.trim() },
    expiresAt: invitationEnd(clock.now()),
  };
  await store.commit(store.invitations.insert(invitation));
  await tellInvited(deps, invitation);
  return invitation;
}
