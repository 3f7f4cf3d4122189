import { createHash } from 'node:crypto';
import { newRecord } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { SshKey } from '#shared/domain/identity/ssh-key';
import { parseSshPublicKey } from '#shared/domain/identity/ssh-public-key';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { commitInSlot } from './user-slots.ts';

type Deps = { store: Pick<Store, 'sshKeys' | 'userSlots' | 'commit'>; site: SiteSettings; clock: Clock; ids: Ids };

/** As Waldur shows them: MD5 in pairs of hex digits, the others as OpenSSH does. */
function fingerprintsOf(body: Uint8Array) {
  const digest = (algorithm: string, encoding: 'hex' | 'base64') =>
    createHash(algorithm).update(body).digest(encoding).replace(/=+$/, '');
  return {
    fingerprintMd5: digest('md5', 'hex').match(/../g)?.join(':') ?? '',
    fingerprintSha256: `SHA256:${digest('sha256', 'base64')}`,
    fingerprintSha512: `SHA512:${digest('sha512', 'base64')}`,
  };
}

/**
 * Stores a key of the caller. Throws Invalid for a text that is no key, for a key or name that the caller has, and for
 * one key too many.
 */
export async function createSshKey(
  deps: Deps,
  { user }: Caller,
  { name, publicKey }: { name: string; publicKey: string },
): Promise<SshKey> {
  const { store, clock, ids } = deps;
  if (/[\r\n]/.test(publicKey)) throw new Invalid({ public_key: ['Key is not valid: it should be single line.'] });
  const read = parseSshPublicKey(publicKey);
  if (!read) {
    throw new Invalid({ public_key: ['Key is not valid: cannot generate fingerprint_md5 from it.'] });
  }
  const key: SshKey = {
    ...newRecord(ids.uuid(), clock.now()),
    userUuid: user.uuid,
    name,
    publicKey: read.text,
    type: read.type,
    ...fingerprintsOf(read.body),
  };
  await commitInSlot(deps, { userUuid: user.uuid, of: 'ssh-key', holder: key.uuid }, store.sshKeys.insert(key));
  return key;
}
