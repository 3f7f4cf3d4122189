import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { stateAt } from '#shared/domain/organizations/invitation';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { hashToken } from '../identity/hash-token.ts';

type Deps = { store: Pick<Store, 'invitations' | 'commit'>; clock: Clock; ids: Ids };

/**
 * Creates the token of an invitation while its e-mail is rendered. Only the e-mail contains the token. Paddock stores a
 * hash of the token, and no event or API answer has the token. A new token replaces the earlier token. Returns
 * undefined when the invitation can no longer be accepted.
 */
export async function issueInvitationToken(
  { store, clock, ids }: Deps,
  invitationUuid: Uuid,
): Promise<string | undefined> {
  const invitation = await store.invitations.find(invitationUuid);
  if (invitation === undefined || stateAt(invitation, clock.now()) !== 'pending') return undefined;
  const token = ids.token();
  await store.commit(store.invitations.replace(changed(invitation, clock.now(), { tokenHash: hashToken(token) })));
  return token;
}
