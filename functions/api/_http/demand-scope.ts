import type { Caller } from '#shared/domain/caller';
import { NotAllowed } from '#shared/errors';
import { looksOnly } from './looks-only.ts';

/**
 * What a token's user may do, the token may not when it is for reading only: whatever is no look is refused, before the object is
 * looked at. Callers without an API token have no less than their user.
 */
export function demandScope({ token }: Caller, method: string): void {
  if (token === undefined || looksOnly(method) || token.scopes.includes('write')) return;
  throw new NotAllowed('This token is for reading only: it lacks the scope "write".');
}
