import type { SshKey } from '#shared/domain/identity/ssh-key';
import type { Caller } from '#shared/domain/organizations/caller';

/** Support may read the key. */
export const maySeeKey =
  (caller: Caller) =>
  (key: SshKey): boolean =>
    caller.user.isSupport || mayUseKey(caller)(key);

/** A key belongs to its user; staff may use all keys (S0-268, R-9-65). */
export const mayUseKey =
  ({ user }: Caller) =>
  (key: SshKey): boolean =>
    user.isStaff || key.userUuid === user.uuid;
