import type { Redispatched } from '#shared/contracts/redispatch';

/** The order that a row stands for, or what is known in its place. */
function subjectOf({ operationUuid, order, acceptedAt }: Redispatched): string {
  const since = acceptedAt === undefined ? '' : `, accepted ${acceptedAt}`;
  if (!order) return `operation ${operationUuid}${since}`;
  const what = order.type === 'Create' ? 'the creation' : 'the termination';
  return `${what} of ${order.resourceName} (order ${order.uuid}${since})`;
}

const ENDS: Readonly<Record<Redispatched['outcome'], string>> = {
  waits: 'its row is in the outbox: would start it',
  started: 'started',
  gone: 'it had left the outbox before',
  unreadable: 'its row in the outbox cannot be read: see the runbook, alarm outbox-unreadable',
  failed: 'it could not be started',
};

/** What became of the rows that a dead letter of the stream stands for, for an operator to read. */
export function wordsOf(rows: readonly Redispatched[], dryRun: boolean): { about: string; did: string } {
  if (rows.length === 0) {
    const did = dryRun ? 'would remove it' : 'nothing is left to do';
    return { about: 'rows that have left the outbox', did };
  }
  const did = rows.map((row) => `${ENDS[row.outcome]}${row.why === undefined ? '' : ` (${row.why})`}`);
  return { about: rows.map(subjectOf).join(' and '), did: did.join('; ') };
}
