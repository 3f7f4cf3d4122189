import { expect, test } from 'vitest';
import type { Operation } from '#shared/domain/operation';
import { recordingTelemetry } from '#test/recording-telemetry';
import { dispatchLost } from './dispatch-lost.ts';

const acceptedAt = (created: string): Operation => ({
  uuid: '1'.repeat(32),
  machine: 'process-order',
  clusterUuid: 'f'.repeat(32),
  correlationId: 'c-1',
  created,
});

test('an order that the stream has lost is counted; one that it is about to bring is not', async () => {
  const { metrics, recorded } = recordingTelemetry();
  const pending = [acceptedAt('2026-03-01T11:57:00.000Z'), acceptedAt('2026-03-01T11:59:59.900Z')];
  await dispatchLost({
    store: { outbox: { insert: () => expect.fail(), listPending: async () => pending, remove: async () => {} } },
    workflows: { start: async () => {} },
    log: { info() {}, warn() {}, error() {} },
    clock: { now: () => new Date('2026-03-01T12:00:00.000Z') },
    metrics,
  });
  expect(recorded).toEqual([
    { name: 'DispatchDelay', value: 180_000, dimensions: {} },
    { name: 'OutboxDispatchedLate', value: 1, dimensions: {} },
    { name: 'DispatchDelay', value: 100, dimensions: {} },
  ]);
});
