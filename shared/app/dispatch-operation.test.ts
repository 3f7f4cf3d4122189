import { expect, test } from 'vitest';
import type { Operation } from '../domain/operation.ts';
import type { OutboxRepository } from '../ports/store.ts';
import { type DispatchDeps, dispatchOperation, dispatchPending } from './dispatch-operation.ts';

const anOperation = (digit: string): Operation => ({
  uuid: digit.repeat(32),
  machine: 'process-order',
  clusterUuid: 'f'.repeat(32),
  correlationId: 'c-1',
  created: '2026-03-01T12:00:00.000Z',
});

/** An outbox in memory, and what happened to it in order; `broken` cannot be started. */
function outboxOf(pending: Operation[], broken: Operation[] = []) {
  const did: string[] = [];
  const outbox: OutboxRepository = {
    insert: () => expect.fail('nothing is inserted here'),
    listPending: async () => [...pending],
    async remove({ uuid }) {
      did.push(`removed ${uuid[0]}`);
    },
  };
  const workflows: DispatchDeps['workflows'] = {
    async start(operation) {
      if (broken.includes(operation)) throw new Error('Step Functions is away');
      did.push(`started ${operation.uuid[0]}`);
    },
  };
  const log = { info() {}, warn() {}, error() {} };
  return { deps: { store: { outbox }, workflows, log }, did };
}

test('the machine is started before its outbox row is forgotten (S0-009)', async () => {
  const { deps, did } = outboxOf([]);
  await dispatchOperation(deps, anOperation('1'));
  expect(did).toEqual(['started 1', 'removed 1']);
});

test('an operation whose machine cannot be started stays in the outbox', async () => {
  const broken = anOperation('1');
  const { deps, did } = outboxOf([], [broken]);
  await expect(dispatchOperation(deps, broken)).rejects.toThrow('Step Functions is away');
  expect(did).toEqual([]);
});

test('one operation that cannot be started does not keep the others waiting, and the run counts as failed', async () => {
  const [first, second] = [anOperation('1'), anOperation('2')];
  const { deps, did } = outboxOf([first, second], [first]);
  await expect(dispatchPending(deps)).rejects.toThrow('1 operations could not be dispatched');
  expect(did).toEqual(['started 2', 'removed 2']);
});
