import { expect, test } from 'vitest';
import type { Redispatched } from '#shared/contracts/redispatch';
import { outcomeWords } from './return-letters.ts';

const order = { uuid: 'o-1', type: 'Create', state: 'executing', resourceName: 'web' } as const;
const row: Redispatched = { operationUuid: 'op-1', outcome: 'started', acceptedAt: '2026-03-01T12:00:00.000Z', order };

test('an order is named by what it does, its uuid and since when it waits', () => {
  expect(outcomeWords([row], false)).toEqual({
    about: 'the creation of web (order o-1, accepted 2026-03-01T12:00:00.000Z)',
    did: 'started',
  });
});

test('what cannot be started says why, and what is not known to be an order is named by its operation', () => {
  const failed: Redispatched = { operationUuid: 'op-2', outcome: 'failed', why: 'no such machine' };
  expect(outcomeWords([failed, { operationUuid: 'op-3', outcome: 'unreadable' }], false)).toEqual({
    about: 'operation op-2 and operation op-3',
    did: expect.stringMatching(/^it could not be started \(no such machine\); its row in the outbox cannot be read/),
  });
});

test('rows that are gone, and a stream that has forgotten them, leave nothing to do', () => {
  expect(outcomeWords([], false).did).toBe('nothing is left to start');
  expect(outcomeWords([], true).did).toBe('would remove the message');
});
