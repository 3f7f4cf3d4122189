import { nextStepAfter, type Order } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';

export type LastError = NonNullable<Order['last_error']>;

/** How something that has failed is tried again. Only orders have a retry of their own. */
export const AGAIN = {
  change: 'start the same change again, which continues it',
  newNode: 'scale down, which deletes the node, and up again',
} as const;
export const againFor = (order: Pick<Order, 'resource_name'> | undefined): string =>
  order === undefined ? AGAIN.change : `run \`paddock order retry ${order.resource_name}\``;

/** The step of failures that Paddock observes, and takes back when they are over. */
const OBSERVED = 'watch-clusters';

/** What to do about a failure, from who can correct it and whether another attempt may help. */
export const nextStepOf = (error: LastError, again: string): string =>
  nextStepAfter(error, error.step === OBSERVED ? 'Paddock notices it within minutes' : again);

/** The failure of something that was waited for. */
export function operationFailed(what: string, error: LastError | null, again: string): CommandError {
  if (error === null) return new CommandError(`${what} has failed.`, EXIT.operationFailed);
  const { code, message, step } = error;
  return new CommandError(
    `${what} has failed in ${step}: ${message} (${code})`,
    EXIT.operationFailed,
    nextStepOf(error, again),
  );
}
