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

/** docs/spec/design.md#one-table, of what a use case asks for: the few events that tell of it come on top. DynamoDB itself takes 100. */
const MAX_ITEMS = 25;
/**
 * Two transactions that meet on a row cancel each other, and inserts of one project meet on its counters, of whose rows each attempt
 * takes another. A key that has taken a thousand units refuses more for up to a second, and the SDK repeats single writes
 * then, but no transactions. Trying again is safe, because the conditions are checked again. Upper bounds of the random pauses
 * before each further attempt.
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
  if (size > MAX_ITEMS) throw new Error(`a transaction of ${size} items was asked for; ${MAX_ITEMS} is the most`);
  const keys = items.map(({ key }) => `${key.pk} ${key.sk}`);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice) throw new Error(`a transaction writes one row twice: ${twice}`);
}

/**
 * The error that a cancelled transaction means. `reasons` stand in the order of `items`, the counters' behind them:
 * the first write whose condition failed says what to throw.
 */
export function cancellation(
  error: TransactionCanceledException,
  items: readonly Pick<PlannedItem, 'refused'>[],
): unknown {
  const reasons: readonly CancellationReason[] = error.CancellationReasons ?? [];
  const refused = items.find((_, index) => reasons[index]?.Code === 'ConditionalCheckFailed');
  if (refused) return refused.refused();
  // The only condition that totals have: their project is not being deleted.
  if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) return noObject('project');
  const codes = new Set(reasons.map(({ Code }) => Code));
  if (codes.has('ThrottlingError') || codes.has('ProvisionedThroughputExceeded')) {
    return new BackendThrottled('The database is busy.', { op: 'transactWriteItems' }, error);
  }
  if (!codes.has('TransactionConflict')) return error;
  const onItem = items.some((_, index) => reasons[index]?.Code === 'TransactionConflict');
  return onItem
    ? new VersionConflict('The object has changed meanwhile.', {}, error)
    : new BackendThrottled('The database is busy.', { op: 'transactWriteItems' }, error);
}

const PASSES = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Whether nothing was wrong with the transaction but its moment. */
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
      // A command of its own per attempt: the SDK gives each one an idempotency token, which repeats of the call share.
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

/** What was written was seen: a next write over it finds it. */
function remember({ seen }: Table, items: readonly PlannedItem[]): void {
  for (const { row, whole } of items) if (row) seen.remember(whole?.after ?? row);
}

export type CommitOptions = { random: () => number; auditing: Auditing };

/**
 * All or nothing, with the totals that the writes imply and the events that tell of them. A single row that nobody is told of is
 * written without a transaction, at half the price.
 * Asks for the time right before it writes: late is not at all (OutOfTime), and one that does not end in time is BackendUnavailable.
 * Throws what the first refused write brought; Conflict or BackendThrottled when others kept writing the same rows.
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
