import { createHash } from 'node:crypto';
import type { Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { SshKey } from '#shared/domain/identity/ssh-key';
import { parseSshPublicKey } from '#shared/domain/identity/ssh-public-key';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertMayMint } from '#shared/domain/organizations/permission';
import type { OrderAttributes, RequestedAttributes } from '#shared/domain/planning/order-attributes';
import { type FieldErrors, Invalid, NotAllowed } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { commitInSlot, slotGivenBack } from './user-slots.ts';

type Deps = { store: Pick<Store, 'sshKeys' | 'userSlots' | 'commit'>; site: SiteSettings; clock: Clock; ids: Ids };

/** Fingerprints as Waldur shows them: MD5 as pairs of hex digits, SHA-256 and SHA-512 as OpenSSH writes them. */
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
 * Stores an SSH key of the caller. Throws Invalid when the text is not a key, when the caller already has this key or a
 * key of this name, and when the caller has too many keys.
 */
export async function createSshKey(
  deps: Deps,
  caller: Caller,
  { name, publicKey }: { name: string; publicKey: string },
): Promise<SshKey> {
  const { store, clock, ids } = deps;
  const { user } = caller;
  assertMayMint(caller, 'ssh_key.create');
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

/**
 * Deletes a key. Machines that were ordered with the key keep it. Staff may delete every key. For another user's key,
 * other callers get NotFound, and support gets NotAllowed.
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

export const maySeeKey =
  (caller: Caller) =>
  (key: SshKey): boolean =>
    caller.user.isSupport || mayUseKey(caller)(key);

/**
 * Whether the caller may order with the key or delete it. Users may use their own keys. Staff may use all keys (S0-268,
 * R-9-65).
 */
const mayUseKey =
  ({ user }: Caller) =>
  (key: SshKey): boolean =>
    user.isStaff || key.userUuid === user.uuid;

type WithKey = { sshKeyUuid?: Uuid | undefined; sshPublicKey?: string | undefined };
/**
 * Texts of keys by uuid. A key has no entry if it does not exist or the caller is not allowed to use it. The entry is
 * `undefined` if the stored text is not a valid key.
 */
type Texts = ReadonlyMap<Uuid, string | undefined>;

async function textsOf({ sshKeys }: Pick<Store, 'sshKeys'>, caller: Caller, uuids: ReadonlySet<Uuid>): Promise<Texts> {
  const found = await Promise.all([...uuids].map((uuid) => sshKeys.find(uuid)));
  const usable = found.flatMap((key) => (key !== undefined && mayUseKey(caller)(key) ? [key] : []));
  return new Map(usable.map((key) => [key.uuid, parseSshPublicKey(key.publicKey)?.text]));
}

/** The error about the SSH key that the body names. Undefined if the key can be used. */
function problemOf({ sshKeyUuid }: WithKey, texts: Texts): FieldErrors | undefined {
  if (sshKeyUuid === undefined || texts.get(sshKeyUuid) !== undefined) return undefined;
  return texts.has(sshKeyUuid) ? UNREADABLE : MISSING;
}

function inText<T extends WithKey>({ sshKeyUuid, ...rest }: T, texts: Texts) {
  const text = sshKeyUuid === undefined ? rest.sshPublicKey : texts.get(sshKeyUuid);
  return { ...rest, ...(text !== undefined && { sshPublicKey: text }) };
}

const MISSING: FieldErrors = { ssh_public_key: ['Invalid hyperlink - Object does not exist.'] };
/**
 * The error about an invalid stored key. Earlier releases checked keys less strictly, so each stored key is parsed
 * again.
 */
const UNREADABLE: FieldErrors = { ssh_public_key: ['The stored key is not a valid SSH public key.'] };

/**
 * Copies the text of a stored key into an order that has one key for all machines. Orders with nodes use
 * `resolveSshKeys`.
 */
export async function resolveSshKey<T extends WithKey>(store: Pick<Store, 'sshKeys'>, caller: Caller, requested: T) {
  const texts = await textsOf(store, caller, new Set([requested.sshKeyUuid ?? []].flat()));
  const problem = problemOf(requested, texts);
  if (problem) throw new Invalid(problem);
  return inText(requested, texts);
}

/**
 * Copies the texts of stored keys into the order, so that the order keeps them when the keys are deleted. Throws
 * Invalid for a key that does not exist, that the caller is not allowed to use, or that is not valid. The error names
 * the field of the key.
 */
export async function resolveSshKeys(
  store: Pick<Store, 'sshKeys'>,
  caller: Caller,
  requested: RequestedAttributes,
): Promise<OrderAttributes> {
  const uuids = [requested, ...requested.nodes].flatMap(({ sshKeyUuid }) => sshKeyUuid ?? []);
  const texts = await textsOf(store, caller, new Set(uuids));
  const nodeProblems = requested.nodes.map((node) => problemOf(node, texts));
  const errors = {
    ...problemOf(requested, texts),
    ...(nodeProblems.some(Boolean) && { nodes: nodeProblems.map((problem) => problem ?? {}) }),
  };
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return { ...inText(requested, texts), nodes: requested.nodes.map((node) => inText(node, texts)) };
}
