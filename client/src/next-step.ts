import type { Order } from './generated/schema.d.ts';

type LastError = Pick<NonNullable<Order['last_error']>, 'owner' | 'retryable'>;

const OWNERS: Readonly<Record<LastError['owner'], string>> = {
  user: 'You can correct this yourself',
  operator: 'The operator of Paddock has to act',
  provider: 'The provider of the cloud has to act',
};

/** Says who must act after a failure. If another attempt may help, adds the text `again`. */
export const nextStepAfter = ({ owner, retryable }: LastError, again = 'try again'): string =>
  `${OWNERS[owner]}${retryable ? `; then ${again}` : ''}.`;
