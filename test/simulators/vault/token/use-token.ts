import type { VaultContext } from '../vault-context.ts';
import { asList, VaultError } from '../vault-error.ts';
import type { VaultToken } from '../vault-objects.ts';

/**
 * Returns the caller's token and counts one use. After its last use the token is revoked, but this request is still
 * served.
 * @throws VaultError 403 without a token (never 401), and for a token that is unknown, expired, used up or revoked
 */
export function useToken(context: VaultContext, id: string | undefined): VaultToken {
  if (!id) throw new VaultError(403, 'permission denied');
  const token = findToken(context, id);
  if (!token) throw new VaultError(403, asList('permission denied', 'invalid token'));
  if (token.numUses === 1) revoke(context, token);
  else if (token.numUses > 1) token.numUses -= 1;
  return token;
}

export function findToken(context: VaultContext, id: string): VaultToken | undefined {
  const token = context.tokens.get(id);
  if (!token) return undefined;
  if (token.expiresAt === null || token.expiresAt > context.clock.now()) return token;
  revoke(context, token);
  return undefined;
}

/** Revokes a token and all tokens that were created with it. */
export function revoke(context: VaultContext, token: VaultToken): void {
  context.tokens.delete(token.id);
  for (const child of [...context.tokens.values()]) if (child.parent === token.accessor) revoke(context, child);
}
