import { expect, test } from 'vitest';
import { operation } from './operation.ts';

test('a row of the outbox that an older release wrote starts the machine of today', () => {
  const row = {
    uuid: '7f3d1b0a5c2e4f6f8a9b0c1d2e3f4a5b',
    machine: 'settle-membership',
    clusterUuid: '1f3d1b0a5c2e4f6f8a9b0c1d2e3f4a5b',
    correlationId: 'a-call',
    created: '2026-11-23T00:00:00.000Z',
  };
  expect(operation.parse(row)).toMatchObject({ machine: 'reconcile-membership' });
  expect(operation.safeParse({ ...row, machine: 'another' }).success).toBe(false);
});
