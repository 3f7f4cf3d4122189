import type { Cluster } from './cluster-query.ts';

type LastError = Pick<NonNullable<Cluster['last_error']>, 'owner' | 'retryable'>;

const OWNERS: Readonly<Record<LastError['owner'], string>> = {
  user: 'You can correct this yourself',
  operator: 'The operator of Paddock has to act',
  provider: 'The provider of the cloud has to act',
};

/** Who has to act after a failure, and whether another attempt may help then. */
export const nextStepAfter = ({ owner, retryable }: LastError): string =>
  `${OWNERS[owner]}${retryable ? '; then try again' : ''}.`;
