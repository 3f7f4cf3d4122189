import type { Caller } from '#shared/domain/organizations/caller';
import type { Store } from '#shared/ports/store';
import { hashToken } from './hash-token.ts';
import { slotGivenBack } from './user-slots.ts';

/** Revokes the API token of this call. An OIDC access token expires by itself. */
export async function endSession(
  { store }: { store: Pick<Store, 'apiTokens' | 'userSlots' | 'commit'> },
  { user }: Caller,
  token: string,
): Promise<void> {
  const hash = hashToken(token);
  const found = (await store.apiTokens.listByUser(user.uuid)).find((one) => one.hash === hash);
  if (found === undefined) return;
  const place = { userUuid: user.uuid, of: 'api-token' as const, holder: found.uuid };
  await store.commit(store.apiTokens.remove(found), ...(await slotGivenBack(store, place)));
}
