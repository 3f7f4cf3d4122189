import type { VaultContext } from '../vault-context.ts';
import type { VaultToken } from '../vault-objects.ts';
import { type AccessList, accessList } from './access-list.ts';

/** Policies are read at each request, so a change also affects existing tokens at once. */
export function accessOf({ policies }: VaultContext, token: VaultToken): AccessList {
  return accessList(token.policies.flatMap((name) => policies.get(name)?.rules ?? []));
}
