import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';

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
