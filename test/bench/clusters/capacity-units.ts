import type { AwsCall } from '#test/probe/invocation';

/** DynamoDB's units for on-demand tables: a read unit is 4 KB strongly consistent, half of one eventually. */
export type CapacityUnits = { read: number; write: number };

const READ_BYTES = 4096;
const READS = ['GetItem', 'BatchGetItem', 'Query'];
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'];

/**
 * Reads are counted by what was answered, which is a little more than what is stored (types and names of the JSON form), so
 * that the figure is an upper bound; BatchGetItem, asked for consistent reads alone, at least one unit. Writes are what the
 * database says: every index, and double for transactions. A write refused by its condition costs one unit.
 */
export function unitsOf({ service, operation, replyBytes, consistentRead, capacityUnits }: AwsCall): CapacityUnits {
  if (service !== 'DynamoDB') return { read: 0, write: 0 };
  if (WRITES.includes(operation)) return { read: 0, write: capacityUnits ?? 1 };
  if (!READS.includes(operation)) return { read: 0, write: 0 };
  const pages = Math.max(1, Math.ceil(replyBytes / READ_BYTES));
  const isConsistent = operation === 'BatchGetItem' || consistentRead === true;
  return { read: isConsistent ? pages : pages / 2, write: 0 };
}
