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
 * For reads, the units are estimated from the size of the answer. The answer is JSON with types, so it is a little
 * larger than its items. BatchGetItem is only used for consistent reads, and costs at least one unit. For writes, the
 * database reports the units, including every index and the double price of transactions. A write without such a report
 * counts as one unit, for example if its condition failed.
 */
export function unitsOf({ service, operation, replyBytes, consistentRead, capacityUnits }: AwsCall): CapacityUnits {
  if (service !== 'DynamoDB') return { read: 0, write: 0 };
  if (WRITES.includes(operation)) return { read: 0, write: capacityUnits ?? 1 };
  if (!READS.includes(operation)) return { read: 0, write: 0 };
  const pages = Math.max(1, Math.ceil(replyBytes / READ_BYTES));
  const isConsistent = operation === 'BatchGetItem' || consistentRead === true;
  return { read: isConsistent ? pages : pages / 2, write: 0 };
}
