import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { stepFunctionsWorkflows } from '#shared/adapters/aws/step-functions';
import { outboxKey, PENDING_OUTBOX } from '#shared/adapters/dynamodb/_core/keys';
import { dispatchOperation, dispatchPending, LOST_PER_RUN } from '#shared/app/marketplace/dispatch-operation';
import type { Operation } from '#shared/domain/_core/operation';
import type { Workflows } from '#shared/ports/runtime';
import { anOperation, aUuid } from '#test/builders/builders';
import { otherArns } from '#test/operations';
import { newStore, type TestStore } from '../_worlds/new-store.ts';
import { testAws } from '../aws/aws-client.ts';
import { newMachine } from '../aws/new-machine.ts';

// The dispatcher starts a state machine for each outbox row. Outbox and Step Functions are real in this test.
const client = new SFNClient(testAws());
const machineArn = await newMachine(client, { Type: 'Succeed' });
const machineArns = {
  'process-order': machineArn,
  'upgrade-cluster': machineArn,
  'rotate-certificates': machineArn,
  'hibernate-cluster': machineArn,
  'wake-cluster': machineArn,
  'change-pools': machineArn,
  'operate-cluster': machineArn,
  ...otherArns(machineArn),
};
const workflows = stepFunctionsWorkflows({ client, machineArns });
const log = { info() {}, warn() {}, error() {} };

let given: TestStore;
beforeEach(async () => {
  given = await newStore();
});
const deps = (fields: { workflows?: Pick<Workflows, 'start'> } = {}) => ({ ...given, workflows, log, ...fields });
async function accepted(created?: string): Promise<Operation> {
  const operation = anOperation(created === undefined ? {} : { created });
  await given.store.commit(given.store.outbox.insert(operation));
  return operation;
}
/**
 * Start time of the operation's execution in milliseconds.
 * @throws if no execution was started
 */
async function startOf({ uuid }: Operation): Promise<number | undefined> {
  const executionArn = `${machineArn.replace(':stateMachine:', ':execution:')}:${uuid}`;
  return (await client.send(new DescribeExecutionCommand({ executionArn }))).startDate?.getTime();
}
const left = async () => (await given.store.outbox.listPending(1000)).operations.map(({ uuid }) => uuid);

/** Writes a row with valid outbox keys and no readable content. */
async function poison(since: string, fields: object = {}): Promise<string> {
  const uuid = aUuid();
  const row = { ...outboxKey(uuid), kind: 'OUTBOX', lookupPk: PENDING_OUTBOX, lookupSk: `${since}#${uuid}`, ...fields };
  await given.client.send(new PutCommand({ TableName: given.tableName, Item: row }));
  return uuid;
}

describe('a dispatcher that dies', () => {
  const dies = () => Promise.reject(new Error('killed'));

  test('before it has started the machine: the schedule starts it', async () => {
    const operation = await accepted();
    await expect(dispatchOperation(deps({ workflows: { start: dies } }), operation)).rejects.toThrow('killed');
    expect(await dispatchPending(deps())).toMatchObject({ operations: [operation], failures: [] });
    expect(await startOf(operation)).toBeGreaterThan(0);
    expect(await left()).toEqual([]);
  });

  test('between the start and the answer, or before the row is forgotten: the machine runs once', async () => {
    const operation = await accepted();
    const lost = { start: (it: Operation) => workflows.start(it).then(dies) };
    await expect(dispatchOperation(deps({ workflows: lost }), operation)).rejects.toThrow('killed');
    const started = await startOf(operation);
    expect(await left()).toEqual([operation.uuid]);
    await dispatchPending(deps());
    expect([await left(), await startOf(operation)]).toEqual([[], started]);
  });

  test('after everything, so that its stream record comes again: nothing happens', async () => {
    const operation = await accepted();
    await dispatchOperation(deps(), operation);
    const started = await startOf(operation);
    await dispatchOperation(deps(), operation);
    expect([await left(), await startOf(operation)]).toEqual([[], started]);
  });
});

test('an operation that stream and schedule dispatch at the same moment runs once', async () => {
  const operation = await accepted();
  await Promise.all([
    dispatchOperation(deps(), operation),
    dispatchPending(deps()),
    dispatchOperation(deps(), operation),
  ]);
  expect(await startOf(operation)).toBeGreaterThan(0);
  expect(await left()).toEqual([]);
});

/** Accepts this many orders at intervals of one second. */
async function acceptedMany(count: number): Promise<void> {
  const firstMs = Date.parse('2026-03-01T12:00:00.000Z');
  const all = Array.from({ length: count }, (_, index) =>
    anOperation({ created: new Date(firstMs + index * 1000).toISOString() }),
  );
  for (let from = 0; from < count; from += 20) {
    await given.store.commit(...all.slice(from, from + 20).map((it) => given.store.outbox.insert(it)));
  }
}
const counted = () => {
  const started: string[] = [];
  return { started, start: async ({ uuid }: Operation) => void started.push(uuid) };
};

describe('more rows than a run takes', () => {
  test('are all dispatched in the next ones, past a row that nobody can read', async () => {
    await poison('2026-03-01T11:00:00.000Z');
    await acceptedMany(LOST_PER_RUN + 5);
    const { started, start } = counted();
    const first = await dispatchPending(deps({ workflows: { start } }));
    expect([first.operations.length, first.unreadable]).toEqual([LOST_PER_RUN - 1, 1]);
    expect(await dispatchPending(deps({ workflows: { start } }))).toMatchObject({ unreadable: 1, failures: [] });
    expect(new Set(started).size).toBe(LOST_PER_RUN + 5);
  });

  test('of which a whole run cannot be read keep no order waiting for longer than that run', async () => {
    for (let index = 0; index < LOST_PER_RUN; index += 1) await poison('2026-03-01T11:00:00.000Z');
    const operation = await accepted();
    expect(await dispatchPending(deps())).toMatchObject({ operations: [], unreadable: LOST_PER_RUN });
    expect(await dispatchPending(deps())).toMatchObject({ operations: [operation], unreadable: LOST_PER_RUN });
  });

  test('of which a whole run cannot be started keep no order waiting either', async () => {
    await acceptedMany(LOST_PER_RUN);
    given.clock.advance(24 * 3600);
    const last = await accepted(given.clock.now().toISOString());
    given.clock.advance(60);
    const start = ({ uuid }: Operation) => (uuid === last.uuid ? Promise.resolve() : Promise.reject(new Error('no')));
    expect(await dispatchPending(deps({ workflows: { start } }))).toMatchObject({ operations: [] });
    expect(await dispatchPending(deps({ workflows: { start } }))).toMatchObject({ operations: [last] });
  });
});

test('a row that was set aside is dispatched once it can be read, and one that is dispatched meanwhile does not come back', async () => {
  const uuid = await poison('2026-03-01T11:00:00.000Z');
  await dispatchPending(deps());
  expect(await given.store.outbox.find(uuid)).toBe('unreadable');
  const repaired = anOperation({ uuid });
  await poisonIsRepaired(repaired);
  expect(await dispatchPending(deps())).toEqual({ operations: [repaired], unreadable: 0, failures: [] });
  await given.store.outbox.postpone(repaired, given.clock.now());
  expect(await given.store.outbox.find(uuid)).toBeUndefined();
});

/** Repairs the row's content as an operator would. The row keeps its place in the index of unreadable rows. */
async function poisonIsRepaired(operation: Operation): Promise<void> {
  const lookup = { lookupPk: 'OUTBOX_UNREADABLE', lookupSk: `2026-03-01T11:00:00.000Z#${operation.uuid}` };
  const row = { ...operation, ...outboxKey(operation.uuid), kind: 'OUTBOX', ...lookup };
  await given.client.send(new PutCommand({ TableName: given.tableName, Item: row }));
}
