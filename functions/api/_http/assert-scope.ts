import type { Caller } from '#shared/domain/organizations/caller';
import { assertWriteToken } from '#shared/domain/organizations/permission';
import { isSafeMethod } from './is-safe-method.ts';

/**
 * A token with scope `read` is refused every change, before the object is read. Calls that give access to something are
 * refused by their rule (`opens`), also with GET.
 */
export function assertScope(caller: Caller, method: string): void {
  if (!isSafeMethod(method)) assertWriteToken(caller);
}
