import { expect, test } from 'vitest';
import { buildAuditEvents } from '#shared/domain/audit/build-audit-events';
import type { DomainEvent, StreamRecord } from '#shared/ports/runtime';
import { aCustomer, aUuid } from '#test/builders/builders';
import { imageOf } from '#test/builders/stream-image';
import { republish } from './republish.ts';

const range = { streamArn: 'stream', shardId: 'shard', startSequenceNumber: '7', endSequenceNumber: '8' };
const [EVENT] = buildAuditEvents(
  { actor: { kind: 'user', username: 'ada' }, now: new Date('2026-03-01T12:00:00.000Z'), newUuid: aUuid },
  [{ kind: 'CUSTOMER', after: aCustomer() }],
);

function world(records: StreamRecord[] | undefined, isAway = false) {
  const published: DomainEvent[] = [];
  const publish = async (event: DomainEvent) => {
    if (isAway) throw new Error('the bus is away');
    published.push(event);
  };
  const log = { info() {}, warn() {}, error() {} };
  const stream = { recordsIn: async () => records };
  return { published, deps: { events: { publish }, log, stream, queueWebhooks: async () => undefined } };
}
const RECORD: StreamRecord = {
  dynamodb: { SequenceNumber: '7', NewImage: imageOf(EVENT ?? {}) },
};

test('the events of the range are published, and a dry run publishes none', async () => {
  const { published, deps } = world([RECORD]);
  expect(await republish(deps, { range, dryRun: true })).toEqual({ outcome: 'waits', events: 1 });
  expect(published).toEqual([]);
  expect(await republish(deps, { range, dryRun: false })).toEqual({ outcome: 'published', events: 1 });
  expect(published).toMatchObject([{ detail: { uuid: EVENT?.uuid } }]);
});

test('events that the bus refuses again have failed', async () => {
  const { deps } = world([RECORD], true);
  expect(await republish(deps, { range, dryRun: false })).toEqual({ outcome: 'failed', events: 1 });
});

test('events that have left the stream are gone', async () => {
  const { deps } = world(undefined);
  expect(await republish(deps, { range, dryRun: false })).toEqual({ outcome: 'gone', events: 0 });
});
