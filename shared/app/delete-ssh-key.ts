import type { Caller } from '../domain/caller.ts';
import type { Store } from '../ports/store.ts';
import { getVisible } from './get-visible.ts';
import { mayUseKey } from './may-use-key.ts';

/** Machines that were ordered with it keep it. Throws NotFound for a key that is not the caller's, save for staff. */
export async function deleteSshKey(
  { store }: { store: Pick<Store, 'sshKeys' | 'commit'> },
  caller: Caller,
  uuidText: string,
): Promise<void> {
  const key = await getVisible(store.sshKeys, 'SshPublicKey', uuidText, mayUseKey(caller));
  await store.commit(store.sshKeys.remove(key));
}
