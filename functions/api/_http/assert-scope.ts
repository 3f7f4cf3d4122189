import type { Caller } from '#shared/domain/organizations/caller';
import { assertWriteToken } from '#shared/domain/organizations/permission';
import { isSafeMethod } from './is-safe-method.ts';

/**
 * What a token's user may do, the token may not when it is for reading only: whatever is no look is refused, before the object is
 * looked at. What hands out access is refused by its rule (`opens`), also to a GET.
 */
export function assertScope(caller: Caller, method: string): void {
  if (!isSafeMethod(method)) assertWriteToken(caller);
}
