import { expect, test } from 'vitest';
import { Conflict, LostRace } from '#shared/errors';
import { onFreshRecords } from './on-fresh-records.ts';

/** A decision that is thrown at so often. */
function failing(times: number, error: Error) {
  let tried = 0;
  const decide = async () => {
    tried += 1;
    if (tried <= times) throw error;
    return 'decided';
  };
  return { decide, tries: () => tried };
}

test('a decision that lost a race is made again on what is there now', async () => {
  const { decide } = failing(2, new LostRace('changed'));
  expect(await onFreshRecords(decide)).toBe('decided');
});

test('one that loses each time ends as a conflict, after five attempts', async () => {
  const { decide, tries } = failing(Number.POSITIVE_INFINITY, new LostRace('changed'));
  await expect(onFreshRecords(decide)).rejects.toMatchObject({ name: 'Conflict', status: 409 });
  expect(tries()).toBe(5);
});

test('a refusal is final', async () => {
  const { decide, tries } = failing(1, new Conflict('wrong state'));
  await expect(onFreshRecords(decide)).rejects.toThrow('wrong state');
  expect(tries()).toBe(1);
});
