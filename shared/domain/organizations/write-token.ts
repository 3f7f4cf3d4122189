import { NotAllowed } from '#shared/errors';
import type { Caller } from './caller.ts';

/**
 * Throws NotAllowed (403) for an API token without the scope `write`. Callers without an API token have all rights of
 * their user.
 */
export function assertWriteToken({ token }: Pick<Caller, 'token'>): void {
  if (token === undefined || token.scopes.includes('write')) return;
  throw new NotAllowed('This token is read-only: it lacks the scope "write".');
}
