import { BatchWriteCommand, DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { BackendThrottled } from '#shared/errors';
import type { Key, LookupKey } from './keys.ts';
import { storedRow } from './stored-row.ts';
import { calling, isConditionFailed, type Row, type Table } from './table.ts';

/** Names are written `#name` and values `:name`, so that none can be a reserved word. */
export type Condition = {
  expression: string;
  names: Readonly<Record<string, string>>;
  values?: Readonly<Record<string, unknown>>;
};
/** The signal aborts the call. */
export type Sending = { abortSignal?: AbortSignal };
export const ABSENT: Condition = { expression: 'attribute_not_exists(#pk)', names: { '#pk': 'pk' } };
export const PRESENT: Condition = { expression: 'attribute_exists(#pk)', names: { '#pk': 'pk' } };

export const assertInput = (condition: Condition) => ({
  ConditionExpression: condition.expression,
  ExpressionAttributeNames: { ...condition.names },
  ...(condition.values && { ExpressionAttributeValues: { ...condition.values } }),
});
export const conditionInput = (condition: Condition | undefined) => condition && assertInput(condition);

const unlessRefused = async (op: string, call: () => Promise<unknown>): Promise<boolean> => {
  try {
    await calling(op, call);
    return true;
  } catch (error) {
    if (isConditionFailed(error)) return false;
    throw error;
  }
};

/** False when the condition failed. Nothing has changed then. */
export function putRow(
  { documents, tableName }: Table,
  row: Row,
  condition?: Condition,
  sending: Sending = {},
): Promise<boolean> {
  const input = { TableName: tableName, Item: storedRow(row), ...conditionInput(condition) };
  return unlessRefused('putItem', () => documents.send(new PutCommand(input), sending));
}

/** False when the condition failed. Nothing has changed then. Without a condition it succeeds when the row is gone. */
export function removeRow(
  { documents, tableName }: Table,
  key: Key,
  condition?: Condition,
  sending: Sending = {},
): Promise<boolean> {
  const input = { TableName: tableName, Key: key, ...conditionInput(condition) };
  return unlessRefused('deleteItem', () => documents.send(new DeleteCommand(input), sending));
}

/** Moves a row in the lookup index, whatever else it contains. False when it is gone. */
export function moveInLookup({ documents, tableName }: Table, key: Key, lookup: LookupKey): Promise<boolean> {
  const input = {
    TableName: tableName,
    Key: key,
    UpdateExpression: 'SET #lookupPk = :lookupPk, #lookupSk = :lookupSk',
    ConditionExpression: PRESENT.expression,
    ExpressionAttributeNames: { ...PRESENT.names, '#lookupPk': 'lookupPk', '#lookupSk': 'lookupSk' },
    ExpressionAttributeValues: { ':lookupPk': lookup.lookupPk, ':lookupSk': lookup.lookupSk },
  };
  return unlessRefused('updateItem', () => documents.send(new UpdateCommand(input)));
}

/** Sets a text attribute, unless its value is `unlessFrom` or later. False then, and for a row that is gone. */
export function raiseInRow(
  { documents, tableName }: Table,
  key: Key,
  { attribute, value, unlessFrom }: { attribute: string; value: string; unlessFrom: string },
): Promise<boolean> {
  const input = {
    TableName: tableName,
    Key: key,
    UpdateExpression: 'SET #raised = :value',
    ConditionExpression: `${PRESENT.expression} AND (attribute_not_exists(#raised) OR #raised < :from)`,
    ExpressionAttributeNames: { ...PRESENT.names, '#raised': attribute },
    ExpressionAttributeValues: { ':value': value, ':from': unlessFrom },
  };
  return unlessRefused('updateItem', () => documents.send(new UpdateCommand(input)));
}

/**
 * Increments a number of a row, creating it if needed, and returns the new value: one write, so no two callers get the
 * same. `also` is set beside it.
 */
export async function addToRow(
  { documents, tableName }: Table,
  key: Key,
  attribute: string,
  by: number,
  also: Readonly<Record<string, number>> = {},
): Promise<Row> {
  const others = Object.entries(also);
  const set = others.map((_, index) => `#also${index} = :also${index}`).join(', ');
  const input = {
    TableName: tableName,
    Key: key,
    UpdateExpression: `ADD #number :by${set && ` SET ${set}`}`,
    ExpressionAttributeNames: {
      '#number': attribute,
      ...Object.fromEntries(others.map(([name], index) => [`#also${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':by': by,
      ...Object.fromEntries(others.map(([, value], index) => [`:also${index}`, value])),
    },
    ReturnValues: 'UPDATED_NEW' as const,
  };
  const { Attributes } = await calling('updateItem', () => documents.send(new UpdateCommand(input)));
  return Attributes ?? {};
}

/** DynamoDB's limit for one BatchWriteItem. */
const BATCH_WRITES = 25;
/** A busy table returns unprocessed writes: as many rounds as chunks, plus these. */
const SPARE_ROUNDS = 3;

/** Deletes rows in chunks, in no order and not atomically: for callers that may be repeated. */
export async function removeRows({ documents, tableName }: Table, keys: readonly Key[]): Promise<void> {
  let left: Row[] = keys.map(({ pk, sk }) => ({ pk, sk }));
  const rounds = Math.ceil(keys.length / BATCH_WRITES) + SPARE_ROUNDS;
  for (let round = 0; round < rounds && left.length > 0; round += 1) {
    const requests = left.slice(0, BATCH_WRITES).map((Key) => ({ DeleteRequest: { Key } }));
    const reply = await calling('batchWriteItem', () =>
      documents.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } })),
    );
    const handedBack = (reply.UnprocessedItems?.[tableName] ?? []).flatMap(({ DeleteRequest }) =>
      DeleteRequest?.Key ? [DeleteRequest.Key] : [],
    );
    left = [...left.slice(BATCH_WRITES), ...handedBack];
  }
  if (left.length > 0) throw new BackendThrottled('The database is busy.', { op: 'batchWriteItem' });
}
