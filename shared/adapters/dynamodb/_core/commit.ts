import { setTimeout as pause } from 'node:timers/promises';
import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { beginCommit } from '#shared/deadline';
import { BackendThrottled, noObject, VersionConflict } from '#shared/errors';
import type { Write } from '#shared/ports/store';
import { type Auditing, auditItems } from './audit-rows.ts';
import { type CounterUpdate, counterUpdates } from './counters/counters.ts';
import { type PlannedItem, planOf } from './planned-write.ts';
import { storedRow } from './stored-row.ts';
import { calling, type Table } from './table.ts';
import { assertInput, conditionInput, putRow, removeRow, type Sending } from './write-rows.ts';

/**
 * Maximum number of items in the transaction of one use case, not counting audit events
 * (docs/spec/design.md#one-table). DynamoDB's own limit is 100.
 */
const MAX_ITEMS = 25;
/**
 * Upper bounds of the random pauses between attempts of a transaction. An attempt can fail for two reasons:
 * - Another transaction writes the same row, such as a counter row of a project. Each attempt picks one of the
 *   project's counter rows at random.
 * - DynamoDB accepts a thousand write units a second for each partition key. Above this number, it refuses writes for
 *   up to a second. The SDK then retries single writes, but not transactions.
 *
 * Repeating is safe, because DynamoDB checks the conditions again.
 */
const PAUSES_MS = [20, 60, 180, 400, 800, 800, 1500, 1500, 2000, 2000] as const;

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

function transactItem(records: string, { key, tableName, row, isCheck, condition }: PlannedItem): TransactItem {
  const TableName = tableName ?? records;
  const only = conditionInput(condition);
  if (isCheck && condition) return { ConditionCheck: { TableName, Key: { ...key }, ...assertInput(condition) } };
  return row
    ? { Put: { TableName, Item: storedRow(row), ...only } }
    : { Delete: { TableName, Key: { ...key }, ...only } };
}

function counterItem(
  TableName: string,
  { keys, deltas, condition }: CounterUpdate,
  random: () => number,
): TransactItem {
  const kinds = Object.keys(deltas);
  const key = keys[Math.floor(random() * keys.length)];
  return {
    Update: {
      TableName,
      Key: { ...key },
      UpdateExpression: `ADD ${kinds.map((kind) => `#${kind} :${kind}`).join(', ')}`,
      ...(condition && { ConditionExpression: condition.expression }),
      ExpressionAttributeNames: { ...condition?.names, ...Object.fromEntries(kinds.map((kind) => [`#${kind}`, kind])) },
      ExpressionAttributeValues: {
        ...condition?.values,
        ...Object.fromEntries(kinds.map((kind) => [`:${kind}`, deltas[kind]])),
      },
    },
  };
}

function assertFits(items: readonly PlannedItem[], counters: readonly CounterUpdate[]): void {
  const size = items.filter(({ isPart }) => !isPart).length + counters.length;
  if (size > MAX_ITEMS)
    throw new Error(`a transaction of ${size} items is too large: at most ${MAX_ITEMS} are possible`);
  const keys = items.map(({ key }) => `${key.pk} ${key.sk}`);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice) throw new Error(`a transaction writes one row twice: ${twice}`);
}

/**
 * Makes the error for a cancelled transaction. DynamoDB gives a reason for each item, in the order of `items`, and then
 * for each counter. The first item with a failed condition decides which error is made.
 */
export function cancellation(
  error: TransactionCanceledException,
  items: readonly Pick<PlannedItem, 'refused'>[],
): unknown {
  const reasons: readonly CancellationReason[] = error.CancellationReasons ?? [];
  const refused = items.find((_, index) => reasons[index]?.Code === 'ConditionalCheckFailed');
  if (refused) return refused.refused();
  // No condition of an item failed. So if a condition failed, it is the condition of a counter. Such a condition fails
  // only while the counter's project is being deleted.
  if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) return noObject('project');
  const codes = new Set(reasons.map(({ Code }) => Code));
  if (codes.has('ThrottlingError') || codes.has('ProvisionedThroughputExceeded')) {
    return new BackendThrottled('The database is busy.', { op: 'transactWriteItems' }, error);
  }
  if (!codes.has('TransactionConflict')) return error;
  const onItem = items.some((_, index) => reasons[index]?.Code === 'TransactionConflict');
  return onItem
    ? new VersionConflict('The object was changed by another request.', {}, error)
    : new BackendThrottled('The database is busy.', { op: 'transactWriteItems' }, error);
}

const PASSES = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Whether the transaction failed only because of concurrent writers or a busy table. Then a repetition can succeed. */
const isPassing = (error: TransactionCanceledException): boolean => {
  const codes = (error.CancellationReasons ?? []).flatMap(({ Code }) => (Code && Code !== 'None' ? [Code] : []));
  return codes.length > 0 && codes.every((code) => PASSES.has(code));
};

async function transact(
  table: Table,
  items: readonly PlannedItem[],
  counters: readonly CounterUpdate[],
  { random, sending }: { random: () => number; sending: Sending },
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const TransactItems = [
      ...items.map((item) => transactItem(table.tableName, item)),
      ...counters.map((counter) => counterItem(table.tableName, counter, random)),
    ];
    try {
      // Each attempt needs a new command, because the SDK gives each command an idempotency token. Only the SDK's own
      // retries may use the same token.
      await calling('transactWriteItems', () =>
        table.documents.send(new TransactWriteCommand({ TransactItems }), sending),
      );
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const atMostMs = isPassing(error) ? PAUSES_MS[attempt] : undefined;
      if (atMostMs === undefined) throw cancellation(error, items);
      await pause(random() * atMostMs);
    }
  }
}

async function writeOne(table: Table, { key, row, condition, refused }: PlannedItem, sending: Sending): Promise<void> {
  const done = row ? await putRow(table, row, condition, sending) : await removeRow(table, key, condition, sending);
  if (!done) throw refused();
}

/** Caches the written rows, because the next write of the same record needs the row that it replaces. */
function remember({ seen }: Table, items: readonly PlannedItem[]): void {
  for (const { row, whole } of items) if (row) seen.remember(whole?.after ?? row);
}

export type CommitOptions = { random: () => number; auditing: Auditing };

/**
 * Commits writes, their changes of totals and their audit events in one transaction. A single row without an event is
 * written without a transaction, which halves the price. Throws OutOfTime after the deadline, BackendUnavailable if the
 * database is too slow, and the error of the first refused write. Throws Conflict or BackendThrottled if concurrent
 * writers changed the same rows at each attempt.
 */
export async function commit(
  table: Table,
  { random, auditing }: CommitOptions,
  writes: readonly Write[],
): Promise<void> {
  const plans = writes.map(planOf);
  const planned = (await Promise.all(plans.map(({ items }) => (typeof items === 'function' ? items() : items)))).flat();
  const counters = counterUpdates(plans.flatMap((plan) => plan.counts));
  assertFits(planned, counters);
  const items = [...planned, ...(await auditItems(table, auditing, planned))];
  const [only] = items;
  if (!only) return;
  const abortSignal = beginCommit();
  const sending = abortSignal ? { abortSignal } : {};
  if (items.length === 1 && counters.length === 0 && !only.isCheck) await writeOne(table, only, sending);
  else await transact(table, items, counters, { random, sending });
  remember(table, planned);
}
