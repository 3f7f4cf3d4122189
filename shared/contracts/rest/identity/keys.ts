import { z } from 'zod';
import type { SshKey } from '#shared/domain/identity/ssh-key';
import { recordInstants } from '../_core/common-filters.ts';
import { looseText, paragraphs } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

/** Waldur's fields of an SSH public key (`SshKey` of waldur-api-client). */
export const sshKeyView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    public_key: z.string(),
    type: z.string(),
    fingerprint_md5: z.string(),
    fingerprint_sha256: z.string(),
    fingerprint_sha512: z.string(),
    user_uuid: z.string(),
    /** Always false, because keys cannot be shared in Paddock. */
    is_shared: z.literal(false),
  })
  .meta({ id: 'SshKey' });
export type SshKeyView = z.infer<typeof sshKeyView>;

export const viewSshKey = (link: Link, key: SshKey): SshKeyView => ({
  url: link('keys', key.uuid),
  uuid: key.uuid,
  name: key.name,
  public_key: key.publicKey,
  type: key.type,
  fingerprint_md5: key.fingerprintMd5,
  fingerprint_sha256: key.fingerprintSha256,
  fingerprint_sha512: key.fingerprintSha512,
  user_uuid: key.userUuid,
  is_shared: false,
});

export const newSshKeyBody = z
  .object({ name: looseText(150).default(''), public_key: paragraphs(2000).min(1) })
  .transform(({ name, public_key }) => ({ name, publicKey: public_key }));

export const sshKeyListing: Listing<SshKey, SshKeyView> = {
  filters: {
    contains: { name: ({ name }) => name },
    equals: {
      name_exact: ({ name }) => name,
      fingerprint_md5: ({ fingerprintMd5 }) => fingerprintMd5,
      fingerprint_sha256: ({ fingerprintSha256 }) => fingerprintSha256,
      fingerprint_sha512: ({ fingerprintSha512 }) => fingerprintSha512,
    },
    uuids: { user_uuid: ({ userUuid }) => userUuid },
    flags: { is_shared: () => false },
    instants: recordInstants,
  },
  orderings: { name: ({ name }) => name },
  schema: sshKeyView,
  view: viewSshKey,
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List SSH keys',
    rule: 'visible.list',
    description: 'Users see their own keys. Staff and support see all keys.',
    listing: sshKeyListing,
  },
  'GET /{uuid}/': { summary: 'Show an SSH key', rule: 'ssh_key.see', selectable: true, reply: sshKeyView },
  'POST /': {
    summary: 'Store an SSH public key',
    rule: 'ssh_key.create',
    description: 'An order may name the key in `ssh_public_key` by its uuid or URL.',
    body: newSshKeyBody,
    bodyExample: {
      name: 'laptop',
      public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl olga@laptop',
    },
    status: 201,
    reply: sshKeyView,
  },
  'DELETE /{uuid}/': {
    summary: 'Delete an SSH key',
    rule: 'ssh_key.delete',
    description: 'Machines that were created with the key keep the key.',
    status: 204,
  },
};

export const keysResource: RestResource = {
  group: 'Customers',
  is: 'SSH public keys that orders can name.',
  operations,
};
