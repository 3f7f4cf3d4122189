import { NotAllowed } from '#shared/errors';
import type { Caller } from './caller.ts';

/**
 * Throws NotAllowed (403) if the caller uses an API token without the scope `write`. A caller without an API token has
 * all rights of the user.
 */
export function assertWriteToken({ token }: Pick<Caller, 'token'>): void {
  if (token === undefined || token.scopes.includes('write')) return;
  throw new NotAllowed('This token is read-only: it lacks the scope "write".');
}
