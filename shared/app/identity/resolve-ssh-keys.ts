import type { Uuid } from '#shared/domain/_core/identifier';
import { parseSshPublicKey } from '#shared/domain/identity/ssh-public-key';
import type { Caller } from '#shared/domain/organizations/caller';
import type { OrderAttributes, RequestedAttributes } from '#shared/domain/planning/order-attributes';
import { type FieldErrors, Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { mayUseKey } from './may-use-key.ts';

type WithKey = { sshKeyUuid?: Uuid | undefined; sshPublicKey?: string | undefined };
/** A missing entry: no such key, or the caller may not use it. An undefined entry: the stored text is no valid key. */
type Texts = ReadonlyMap<Uuid, string | undefined>;

async function textsOf({ sshKeys }: Pick<Store, 'sshKeys'>, caller: Caller, uuids: ReadonlySet<Uuid>): Promise<Texts> {
  const found = await Promise.all([...uuids].map((uuid) => sshKeys.find(uuid)));
  const usable = found.flatMap((key) => (key !== undefined && mayUseKey(caller)(key) ? [key] : []));
  return new Map(usable.map((key) => [key.uuid, parseSshPublicKey(key.publicKey)?.text]));
}

/** The problem with a named key. */
function problemOf({ sshKeyUuid }: WithKey, texts: Texts): FieldErrors | undefined {
  if (sshKeyUuid === undefined || texts.get(sshKeyUuid) !== undefined) return undefined;
  return texts.has(sshKeyUuid) ? UNREADABLE : MISSING;
}

function inText<T extends WithKey>({ sshKeyUuid, ...rest }: T, texts: Texts) {
  const text = sshKeyUuid === undefined ? rest.sshPublicKey : texts.get(sshKeyUuid);
  return { ...rest, ...(text !== undefined && { sshPublicKey: text }) };
}

const MISSING: FieldErrors = { ssh_public_key: ['Invalid hyperlink - Object does not exist.'] };
/** Earlier releases checked keys less strictly, so each is parsed again. */
const UNREADABLE: FieldErrors = { ssh_public_key: ['The stored key is no valid SSH public key.'] };

/** As `resolveSshKeys`, for an order with a single key. */
export async function resolveSshKey<T extends WithKey>(store: Pick<Store, 'sshKeys'>, caller: Caller, requested: T) {
  const texts = await textsOf(store, caller, new Set([requested.sshKeyUuid ?? []].flat()));
  const problem = problemOf(requested, texts);
  if (problem) throw new Invalid(problem);
  return inText(requested, texts);
}

/**
 * The texts of stored keys: an order keeps the text when the key is deleted later. Throws Invalid naming the field of a
 * key that does not exist, that the caller may not use, or that is not valid.
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
