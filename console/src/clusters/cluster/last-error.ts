import type { Cluster } from './cluster-query.ts';

type LastError = Pick<NonNullable<Cluster['last_error']>, 'owner' | 'retryable'>;

const OWNERS: Readonly<Record<LastError['owner'], string>> = {
  user: 'You can correct this yourself',
  operator: 'The operator of Paddock has to act',
  provider: 'The provider of the cloud has to act',
};

/** Who has to act after a failure, and what the user can do then. */
export function nextStepAfter({ owner, retryable }: LastError): string {
  const after = retryable ? 'try the order again' : 'terminate the cluster and order another one';
  return `${OWNERS[owner]}; then ${after}.`;
}
