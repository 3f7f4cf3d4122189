import type { Caller } from '#shared/domain/organizations/caller';
import { NotAllowed } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { maySeeKey, mayUseKey } from './may-use-key.ts';
import { slotGivenBack } from './user-slots.ts';

/**
 * Machines that were ordered with the key keep it. Throws NotFound for a key of another user, except for staff, and
 * NotAllowed for support.
 */
export async function deleteSshKey(
  { store }: { store: Pick<Store, 'sshKeys' | 'userSlots' | 'commit'> },
  caller: Caller,
  uuidText: string,
): Promise<void> {
  const key = await getVisible(store.sshKeys, 'SshPublicKey', uuidText, maySeeKey(caller));
  if (!mayUseKey(caller)(key)) throw new NotAllowed();
  const place = { userUuid: key.userUuid, of: 'ssh-key' as const, holder: key.uuid };
  await store.commit(store.sshKeys.remove(key), ...(await slotGivenBack(store, place)));
}
