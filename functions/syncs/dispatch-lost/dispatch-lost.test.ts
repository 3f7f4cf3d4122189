import { expect, test } from 'vitest';
import type { Operation } from '#shared/domain/_core/operation';
import { recordingTelemetry } from '#test/recording-telemetry';
import { dispatchLost } from './dispatch-lost.ts';

const acceptedAt = (created: string): Operation => ({
  uuid: '1'.repeat(32),
  machine: 'process-order',
  clusterUuid: 'f'.repeat(32),
  correlationId: 'c-1',
  created,
});

/** The result of one run over these operations and unreadable rows. `isAway` means that Step Functions is down. */
async function dispatched({ operations = [] as Operation[], unreadable = 0, isAway = false }) {
  const { metrics, recorded } = recordingTelemetry();
  const rows = Array.from({ length: unreadable }, () => ({ uuid: 'poison', since: '', isSetAside: false }));
  const outbox = {
    listPending: async () => ({ operations, unreadable: rows }),
    postpone: async () => {},
    setAside: async () => {},
    remove: async () => {},
  };
  const run = dispatchLost({
    store: { outbox },
    workflows: { start: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()) },
    log: { info() {}, warn() {}, error() {} },
    clock: { now: () => new Date('2026-03-01T12:00:00.000Z') },
    metrics,
  });
  return { run, recorded };
}

test('an order that the stream has lost is counted; one that it is about to bring is not', async () => {
  const operations = [acceptedAt('2026-03-01T11:57:00.000Z'), acceptedAt('2026-03-01T11:59:59.900Z')];
  const { run, recorded } = await dispatched({ operations });
  await run;
  expect(recorded).toEqual([
    { name: 'DispatchDelay', value: 180_000, dimensions: {} },
    { name: 'OutboxDispatchedLate', value: 1, dimensions: {} },
    { name: 'DispatchDelay', value: 100, dimensions: {} },
  ]);
});

test('rows that nobody can read are counted for the alarm, in each run as long as they are there', async () => {
  const { run, recorded } = await dispatched({ unreadable: 2 });
  await run;
  expect(recorded).toEqual([{ name: 'OutboxUnreadable', value: 2, dimensions: {} }]);
});

test('a run in which an operation could not be started has failed', async () => {
  const { run } = await dispatched({ operations: [acceptedAt('2026-03-01T11:57:00.000Z')], isAway: true });
  await expect(run).rejects.toThrow('1 operations could not be dispatched');
});
