import type { Order } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';

export type LastError = NonNullable<Order['last_error']>;

const WHO: Readonly<Record<LastError['owner'], string>> = {
  user: 'You can correct this',
  operator: 'The operator of Paddock has to look at this',
  provider: 'The provider has to look at this',
};

/** What to do about a failure, from who can correct it and whether another attempt may help. */
export const nextStepOf = ({ owner, retryable }: LastError): string =>
  `${WHO[owner]}${retryable ? '; after that, `paddock order retry` tries again' : ''}.`;

/** The failure of something that was waited for. */
export function operationFailed(what: string, error: LastError | null): CommandError {
  if (error === null) return new CommandError(`${what} has failed.`, EXIT.operationFailed);
  const { code, message, step } = error;
  return new CommandError(
    `${what} has failed in ${step}: ${message} (${code})`,
    EXIT.operationFailed,
    nextStepOf(error),
  );
}
