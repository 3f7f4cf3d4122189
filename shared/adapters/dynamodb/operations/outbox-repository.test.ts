import { expect, test } from 'vitest';
import { operationOfImage } from './outbox-repository.ts';

const uuid = 'a'.repeat(32);
const image = {
  pk: { S: `OPERATION#${uuid}` },
  kind: { S: 'OUTBOX' },
  uuid: { S: uuid },
  machine: { S: 'process-order' },
  clusterUuid: { S: 'b'.repeat(32) },
  correlationId: { S: 'request-1' },
  created: { S: '2026-03-01T12:00:00.000Z' },
};

test('a stream record of an outbox row gives the operation, without the keys', () => {
  expect(operationOfImage(image)).toEqual({
    uuid,
    machine: 'process-order',
    clusterUuid: 'b'.repeat(32),
    correlationId: 'request-1',
    created: '2026-03-01T12:00:00.000Z',
  });
});

test('a stream record of anything else is refused', () => {
  expect(() => operationOfImage({ ...image, machine: { S: 'no-such-machine' } })).toThrow();
  expect(() => operationOfImage(undefined)).toThrow();
});
