import { z } from 'zod';
import { uuid } from './identifier.ts';
import { record } from './record.ts';

/** A user's public key, to be named in orders by its uuid; fingerprints as `ssh-keygen -l` prints them. */
export const sshKey = record.extend({
  userUuid: uuid,
  name: z.string(),
  publicKey: z.string(),
  type: z.string(),
  fingerprintMd5: z.string(),
  fingerprintSha256: z.string(),
  fingerprintSha512: z.string(),
});
export type SshKey = z.infer<typeof sshKey>;

/** Waldur's list (`SSH_KEY_ALLOWED_TYPES`). */
const KEY_TYPES = new Set([
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
]);

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The key itself begins with the length and the text of its type (RFC 4253, 6.6). */
function bodyOf(type: string, encoded: string): Uint8Array | undefined {
  if (!BASE64.test(encoded)) return undefined;
  const body = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const start = [0, 0, 0, type.length, ...[...type].map((character) => character.charCodeAt(0))];
  return body.length > start.length && start.every((byte, index) => body[index] === byte) ? body : undefined;
}

/** Type and body of one line of an authorized_keys file; undefined when it is no such line, or of a type that is not allowed. */
export function readPublicKey(line: string): { type: string; body: Uint8Array } | undefined {
  const [type = '', encoded = ''] = line.trim().split(/\s+/);
  const body = KEY_TYPES.has(type) ? bodyOf(type, encoded) : undefined;
  return body && { type, body };
}
