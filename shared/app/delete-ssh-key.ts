import type { Caller } from '../domain/caller.ts';
import { NotAllowed } from '../errors.ts';
import type { Store } from '../ports/store.ts';
import { getVisible } from './get-visible.ts';
import { maySeeKey, mayUseKey } from './may-use-key.ts';

/** Machines that were ordered with it keep it. Throws NotFound for a key that is not the caller's, save for staff, and
 * NotAllowed for support. */
export async function deleteSshKey(
  { store }: { store: Pick<Store, 'sshKeys' | 'commit'> },
  caller: Caller,
  uuidText: string,
): Promise<void> {
  const key = await getVisible(store.sshKeys, 'SshPublicKey', uuidText, maySeeKey(caller));
  if (!mayUseKey(caller)(key)) throw new NotAllowed();
  await store.commit(store.sshKeys.remove(key));
}
