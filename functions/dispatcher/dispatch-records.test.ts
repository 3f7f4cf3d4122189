import type { DynamoDBRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Operation } from '#shared/domain/_core/operation';
import { recordingTelemetry } from '#test/recording-telemetry';
import { dispatchRecords } from './dispatch-records.ts';

const record = (SequenceNumber: string, image: Record<string, { S: string }>): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber, NewImage: image },
});
const outboxRow = (uuid: string) => ({
  uuid: { S: uuid },
  machine: { S: 'process-order' },
  clusterUuid: { S: 'f'.repeat(32) },
  correlationId: { S: 'c-1' },
  created: { S: '2026-03-01T12:00:00.000Z' },
  kind: { S: 'OUTBOX' },
});

function startedBy() {
  const started: Operation[] = [];
  const { recorded, ...telemetry } = recordingTelemetry();
  const deps = {
    store: { outbox: { remove: async () => {} } },
    workflows: { start: async (operation: Operation) => void started.push(operation) },
    log: { info() {}, warn() {}, error() {} },
    clock: { now: () => new Date('2026-03-01T12:00:00.250Z') },
    ...telemetry,
  };
  return { deps, started, recorded };
}

test('a row that cannot be read is reported by its record, and the others are dispatched', async () => {
  const { deps, started } = startedBy();
  const batch = [record('11', { uuid: { S: 'poison' } }), record('12', outboxRow('1'.repeat(32)))];
  expect(await dispatchRecords(deps, batch)).toEqual({ batchItemFailures: [{ itemIdentifier: '11' }] });
  expect(started.map(({ uuid }) => uuid)).toEqual(['1'.repeat(32)]);
});

test('a batch of which no row can be read is reported by its records, and is no error of the function', async () => {
  const batch = ['11', '12'].map((number) => record(number, { uuid: { S: 'poison' } }));
  const batchItemFailures = ['11', '12'].map((itemIdentifier) => ({ itemIdentifier }));
  expect(await dispatchRecords(startedBy().deps, batch)).toEqual({ batchItemFailures });
});

test('a dispatched batch reports nothing, and the machine gets the correlation id of the API call', async () => {
  const { deps, started } = startedBy();
  expect(await dispatchRecords(deps, [record('11', outboxRow('2'.repeat(32)))])).toEqual({ batchItemFailures: [] });
  expect(started).toMatchObject([{ machine: 'process-order', correlationId: 'c-1' }]);
});

test('operators see how long an accepted order waited for its machine', async () => {
  const { deps, recorded } = startedBy();
  await dispatchRecords(deps, [record('11', outboxRow('2'.repeat(32))), record('12', { uuid: { S: 'poison' } })]);
  expect(recorded).toEqual([{ name: 'DispatchDelay', value: 250, dimensions: {} }]);
});
