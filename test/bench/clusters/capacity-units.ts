import type { AwsCall } from '#test/probe/invocation';

/**
 * DynamoDB's units for on-demand tables. A strongly consistent read costs one unit per 4 KB, and an eventually
 * consistent read costs half a unit.
 */
export type CapacityUnits = { read: number; write: number };

const READ_BYTES = 4096;
const READS = ['GetItem', 'BatchGetItem', 'Query'];
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'];

/**
 * Reads are computed from the size of the answer. Because of JSON's types and names, the answer is a little larger than
 * the item, so the figure is an upper bound. BatchGetItem is only used for consistent reads, and costs at least one
 * unit. For writes, the database reports the units, including every index and the double price of transactions. A write
 * costs one unit if its condition fails.
 */
export function unitsOf({ service, operation, replyBytes, consistentRead, capacityUnits }: AwsCall): CapacityUnits {
  if (service !== 'DynamoDB') return { read: 0, write: 0 };
  if (WRITES.includes(operation)) return { read: 0, write: capacityUnits ?? 1 };
  if (!READS.includes(operation)) return { read: 0, write: 0 };
  const pages = Math.max(1, Math.ceil(replyBytes / READ_BYTES));
  const isConsistent = operation === 'BatchGetItem' || consistentRead === true;
  return { read: isConsistent ? pages : pages / 2, write: 0 };
}
