import type { VaultContext } from '../vault-context.ts';
import type { VaultToken } from '../vault-objects.ts';
import { type AccessList, accessList } from './access-list.ts';

/** Policies are looked up at each request: a change acts at once on tokens that are already out. */
export function accessOf({ policies }: VaultContext, token: VaultToken): AccessList {
  return accessList(token.policies.flatMap((name) => policies.get(name)?.rules ?? []));
}
