import { PaddockError } from '@paddock/client';

const NEXT_STEPS: Readonly<Record<number, string>> = {
  401: 'Sign in again.',
  403: 'Your roles do not permit this. Ask an owner of the organization, or the operator of Paddock.',
  404: 'The object may have been deleted, or you may not see it. Go back to the list.',
  409: 'The current state does not permit this. If another operation is running, try again when it has ended.',
  429: 'Wait a quarter of an hour, then try again.',
};
const LATER = 'Try again in a moment. If the error stays, report it, with the correlation id if there is one.';

/** The status of a refused request. 0 if there was no answer. */
export const statusOf = (error: unknown): number => (error instanceof PaddockError ? error.status : 0);

/** Whether the requested page is after the end of the list, for example because rows were deleted. */
export const isBeyondEnd = (error: unknown, page: number): boolean => page > 1 && statusOf(error) === 404;

/** Whether the same request may succeed later. */
export const isTemporary = (error: unknown): boolean => statusOf(error) === 0 || statusOf(error) >= 500;

/** Returns a sentence about what the user can do after a failed request. */
export function nextStepOf(error: unknown): string {
  if (isTemporary(error)) return LATER;
  return NEXT_STEPS[statusOf(error)] ?? 'If the message names fields, correct them and try again.';
}
