import { NotAllowed } from '#shared/errors';
import type { Caller } from './caller.ts';

/**
 * Throws NotAllowed (403) if the caller's API token lacks the scope `write`. A caller without an API token may do
 * everything that the user may do.
 */
export function assertWriteToken({ token }: Pick<Caller, 'token'>): void {
  if (token === undefined || token.scopes.includes('write')) return;
  throw new NotAllowed('This token is read-only: it lacks the scope "write".');
}
