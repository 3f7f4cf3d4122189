import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { defineRecord, type UniqueText } from '../_core/define-record.ts';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';

/** A user's public key. Orders refer to the key by its uuid. Fingerprints have the format of `ssh-keygen -l`. */
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

const keyTaken = () => new Invalid({ public_key: ['Key with same fingerprint already exists.'] });
const nameTaken = () => new Invalid({ name: ['Key with same name already exists.'] });

/** Texts that only one key of a user may have: its fingerprint, and its name if it has a name. */
const uniqueTexts = ({ userUuid, name, fingerprintSha256 }: SshKey): UniqueText[] => [
  { claim: `ssh-key/${userUuid}/${fingerprintSha256}`, taken: keyTaken },
  ...(name === '' ? [] : [{ claim: `ssh-key-name/${userUuid}/${name}`, taken: nameTaken }]),
];

export const sshKeyRecord = defineRecord({
  name: 'SSH_KEY',
  title: 'SshPublicKey',
  schema: sshKey,
  ownerOf: ({ userUuid }) => userUuid,
  uniqueBy: uniqueTexts,
  audit: {
    model: 'Core.SshPublicKey',
    title: 'SSH key',
    placeOf: () => ({}),
    created: 'ssh_key_creation_succeeded',
    updated: 'ssh_key_update_succeeded',
    deleted: 'ssh_key_deletion_succeeded',
    fields: {
      userUuid: 'detail',
      name: 'shown',
      publicKey: 'hidden',
      type: 'shown',
      fingerprintMd5: 'hidden',
      fingerprintSha256: 'shown',
      fingerprintSha512: 'hidden',
    },
  },
});
