import { expect, test } from 'vitest';
import type { Operation } from '#shared/domain/_core/operation';
import { type DispatchDeps, dispatchOperation, dispatchPending } from './dispatch-operation.ts';

const anOperation = (digit: string): Operation => ({
  uuid: digit.repeat(32),
  machine: 'process-order',
  clusterUuid: 'f'.repeat(32),
  correlationId: 'c-1',
  created: '2026-03-01T12:00:00.000Z',
});

const poison = { uuid: 'poison', since: '2026-03-01T12:00:00.000Z', isSetAside: false };

/** An outbox in memory that records all actions in order. Operations in `broken` cannot be started. */
function outboxOf(operations: Operation[], { broken = [] as Operation[], unreadable = [] as (typeof poison)[] } = {}) {
  const did: string[] = [];
  const outbox: DispatchDeps['store']['outbox'] = {
    listPending: async () => ({ operations, unreadable }),
    postpone: async ({ uuid }) => void did.push(`postponed ${uuid[0]}`),
    setAside: async ({ uuid }) => void did.push(`set aside ${uuid}`),
    remove: async ({ uuid }) => void did.push(`removed ${uuid[0]}`),
  };
  const workflows: DispatchDeps['workflows'] = {
    async start(operation) {
      if (broken.includes(operation)) throw new Error('Step Functions is away');
      did.push(`started ${operation.uuid[0]}`);
    },
  };
  const log = { info() {}, warn() {}, error: (message: string) => void did.push(message) };
  const clock = { now: () => new Date('2026-03-01T12:10:00.000Z') };
  return { deps: { store: { outbox }, workflows, log, clock }, did };
}

test('the machine is started before its outbox row is forgotten (S0-009)', async () => {
  const { deps, did } = outboxOf([]);
  await dispatchOperation(deps, anOperation('1'));
  expect(did).toEqual(['started 1', 'removed 1']);
});

test('an operation stays in the outbox when its machine cannot be started', async () => {
  const broken = anOperation('1');
  const { deps, did } = outboxOf([], { broken: [broken] });
  await expect(dispatchOperation(deps, broken)).rejects.toThrow('Step Functions is away');
  expect(did).toEqual([]);
});

test('one operation that cannot be started goes behind the others, and is reported', async () => {
  const [first, second] = [anOperation('1'), anOperation('2')];
  const { deps, did } = outboxOf([first, second], { broken: [first] });
  expect(await dispatchPending(deps)).toEqual({
    operations: [second],
    unreadable: 0,
    failures: [expect.objectContaining({ message: 'Step Functions is away' })],
  });
  expect(did).toEqual(['operation not dispatched', 'postponed 1', 'started 2', 'removed 2']);
});

test('a row that nobody can read is set aside once, named each time, and keeps no other waiting', async () => {
  const operation = anOperation('1');
  const unreadable = [poison, { ...poison, uuid: 'old', isSetAside: true }];
  const { deps, did } = outboxOf([operation], { unreadable });
  expect(await dispatchPending(deps)).toEqual({ operations: [operation], unreadable: 2, failures: [] });
  expect(did.slice(0, 3)).toEqual(['outbox row unreadable', 'set aside poison', 'outbox row unreadable']);
  expect(did.slice(3)).toEqual(['started 1', 'removed 1']);
});
