import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { Conflict } from '#shared/errors';
import { cancellation } from './commit.ts';

/** A local database never has conflicts or throttling, so these tests create the SDK's errors. */
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code): CancellationReason => ({ Code })),
  });
const items = ['first', 'second'].map((name) => ({ refused: () => new Conflict(`${name} refused`) }));

describe('a cancelled transaction of two writes and a counter', () => {
  test('throws what the write that was refused brought', () => {
    expect(cancellation(cancelled('None', 'ConditionalCheckFailed', 'None'), items)).toEqual(
      new Conflict('second refused'),
    );
  });

  test('prefers a refusal to a collision, because it will be the same next time', () => {
    expect(cancellation(cancelled('TransactionConflict', 'ConditionalCheckFailed', 'None'), items)).toMatchObject({
      message: 'second refused',
    });
  });

  test.each([
    ['a write kept colliding', ['TransactionConflict', 'None', 'None'], 'Conflict'],
    ['only the counter kept colliding', ['None', 'None', 'TransactionConflict'], 'BackendThrottled'],
    ['the table was throttled', ['None', 'ThrottlingError', 'None'], 'BackendThrottled'],
    ['an item was malformed', ['ValidationError', 'None', 'None'], 'TransactionCanceledException'],
  ])('%s: %j is %s', (_why, codes, name) => {
    expect(cancellation(cancelled(...codes), items)).toMatchObject({ name });
  });
});
