import { nextStepAfter, type Order } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';

export type LastError = NonNullable<Order['last_error']>;

/** Texts that say how to repeat a failed operation. Only orders have a command for a retry. */
export const AGAIN = {
  change: 'start the same change again, which continues it',
  newNode: 'scale down, which deletes the node, and up again',
} as const;
export const againFor = (order: Pick<Order, 'resource_name'> | undefined): string =>
  order === undefined ? AGAIN.change : `run \`paddock order retry ${order.resource_name}\``;

/**
 * The `step` of failures that Paddock finds when it checks clusters regularly. Paddock removes the failure when the
 * problem is solved.
 */
const OBSERVED = 'watch-clusters';

/**
 * Returns the next step after a failure. It depends on who can correct the failure, and on whether another attempt may
 * help.
 */
export const nextStepOf = (error: LastError, again: string): string =>
  nextStepAfter(error, error.step === OBSERVED ? 'Paddock notices it within minutes' : again);

export function operationFailed(what: string, error: LastError | null, again: string): CommandError {
  if (error === null) return new CommandError(`${what} has failed.`, EXIT.operationFailed);
  const { code, message, step } = error;
  return new CommandError(
    `${what} has failed in ${step}: ${message} (${code})`,
    EXIT.operationFailed,
    nextStepOf(error, again),
  );
}
