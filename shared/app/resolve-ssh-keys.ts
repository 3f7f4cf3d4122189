import type { Caller } from '../domain/caller.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { OrderAttributes, RequestedAttributes } from '../domain/order-attributes.ts';
import { type FieldErrors, Invalid } from '../errors.ts';
import type { Store } from '../ports/store.ts';
import { mayUseKey } from './may-use-key.ts';

type WithKey = { sshKeyUuid?: Uuid | undefined; sshPublicKey?: string | undefined };
type Texts = ReadonlyMap<Uuid, string>;

async function textsOf({ sshKeys }: Pick<Store, 'sshKeys'>, caller: Caller, uuids: ReadonlySet<Uuid>): Promise<Texts> {
  const found = await Promise.all([...uuids].map((uuid) => sshKeys.find(uuid)));
  const usable = found.flatMap((key) => (key !== undefined && mayUseKey(caller)(key) ? [key] : []));
  return new Map(usable.map((key) => [key.uuid, key.publicKey]));
}

const isMissing = ({ sshKeyUuid }: WithKey, texts: Texts): boolean =>
  sshKeyUuid !== undefined && !texts.has(sshKeyUuid);

function inText<T extends WithKey>({ sshKeyUuid, ...rest }: T, texts: Texts) {
  const text = sshKeyUuid === undefined ? rest.sshPublicKey : texts.get(sshKeyUuid);
  return { ...rest, ...(text !== undefined && { sshPublicKey: text }) };
}

const MISSING: FieldErrors = { ssh_public_key: ['Invalid hyperlink - Object does not exist.'] };

/** The same for an order with one key only. */
export async function resolveSshKey<T extends WithKey>(store: Pick<Store, 'sshKeys'>, caller: Caller, requested: T) {
  const texts = await textsOf(store, caller, new Set([requested.sshKeyUuid ?? []].flat()));
  if (isMissing(requested, texts)) throw new Invalid(MISSING);
  return inText(requested, texts);
}

/**
 * Stored keys as their text: what is ordered stays as it was when the key is deleted later. Throws Invalid naming where a key is
 * not there or not for the caller to use.
 */
export async function resolveSshKeys(
  store: Pick<Store, 'sshKeys'>,
  caller: Caller,
  requested: RequestedAttributes,
): Promise<OrderAttributes> {
  const uuids = [requested, ...requested.nodes].flatMap(({ sshKeyUuid }) => sshKeyUuid ?? []);
  const texts = await textsOf(store, caller, new Set(uuids));
  const nodeErrors = requested.nodes.map((node) => (isMissing(node, texts) ? MISSING : {}));
  const errors = {
    ...(isMissing(requested, texts) && MISSING),
    ...(nodeErrors.includes(MISSING) && { nodes: nodeErrors }),
  };
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return { ...inText(requested, texts), nodes: requested.nodes.map((node) => inText(node, texts)) };
}
