import type { DynamoDBRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { buildAuditEvents } from '#shared/domain/audit/build-audit-events';
import type { HookEvent } from '#shared/domain/hooks/hook-event';
import type { DomainEvent } from '#shared/ports/runtime';
import { aCustomer, aUuid } from '#test/builders/builders';
import { imageOf } from '#test/builders/stream-image';
import { publishEvents } from './publish-events.ts';

const [EVENT] = buildAuditEvents(
  { actor: { kind: 'user', username: 'ada' }, now: new Date('2026-03-01T12:00:00.000Z'), newUuid: aUuid },
  [{ kind: 'CUSTOMER', after: aCustomer({ name: 'Acme' }) }],
);

const record = (SequenceNumber: string, image: object | undefined): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber, NewImage: imageOf(image ?? {}) },
});

function bus(taken = Number.POSITIVE_INFINITY) {
  const published: DomainEvent[] = [];
  const hooked: string[] = [];
  const publish = async (event: DomainEvent) => {
    if (published.length >= taken) throw new Error('the bus is away');
    published.push(event);
  };
  const queueWebhooks = async ({ uuid }: HookEvent) => void hooked.push(uuid);
  return { published, hooked, deps: { events: { publish }, log: { info() {}, warn() {}, error() {} }, queueWebhooks } };
}

test('the bus hears what the API shows, under the type of the event', async () => {
  const { published, deps } = bus();
  expect(await publishEvents(deps, [record('11', EVENT)])).toEqual({ batchItemFailures: [] });
  expect(published).toMatchObject([
    {
      type: 'customer_creation_succeeded',
      detail: { uuid: EVENT?.uuid, message: 'Customer Acme has been created.', context: { caller_username: 'ada' } },
    },
  ]);
});

test('hooks get the events that the bus has taken on', async () => {
  const { hooked, deps } = bus(1);
  await publishEvents(deps, [record('11', EVENT), record('12', EVENT)]);
  expect(hooked).toEqual([EVENT?.uuid]);
});

test('what could not be sent to hooks goes to the bus once more, and keeps no other waiting', async () => {
  const { published, deps } = bus();
  const queueWebhooks = async () => Promise.reject(new Error('the table is away'));
  const batch = [record('11', EVENT), record('12', EVENT)];
  expect(await publishEvents({ ...deps, queueWebhooks }, batch)).toEqual({ batchItemFailures: [] });
  const created = 'customer_creation_succeeded';
  expect(published.map(({ type }) => type)).toEqual([created, 'hooks.untold', created, 'hooks.untold']);
  expect(published[1]?.detail).toEqual(published[0]?.detail);
});

test('what neither hooks nor the bus take is sent again', async () => {
  const { deps } = bus(1);
  const queueWebhooks = async () => Promise.reject(new Error('the table is away'));
  expect(await publishEvents({ ...deps, queueWebhooks }, [record('11', EVENT)])).toEqual({
    batchItemFailures: [{ itemIdentifier: '11' }],
  });
});

test('from the first event that the bus does not take on all are sent again', async () => {
  const { published, deps } = bus(1);
  const batch = [record('11', EVENT), record('12', EVENT), record('13', EVENT)];
  expect(await publishEvents(deps, batch)).toEqual({ batchItemFailures: [{ itemIdentifier: '12' }] });
  expect(published).toHaveLength(1);
});

test('one that nobody can read keeps no other waiting', async () => {
  const { published, deps } = bus();
  expect(await publishEvents(deps, [record('11', { uuid: 'poison' }), record('12', EVENT)])).toEqual({
    batchItemFailures: [],
  });
  expect(published).toHaveLength(1);
});
