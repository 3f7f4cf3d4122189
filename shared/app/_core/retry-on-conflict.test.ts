import { expect, test } from 'vitest';
import { Conflict, VersionConflict } from '#shared/errors';
import { retryOnConflict } from './retry-on-conflict.ts';

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
  const { decide } = failing(2, new VersionConflict('changed'));
  expect(await retryOnConflict(decide)).toBe('decided');
});

test('one that loses each time ends as a conflict, after five attempts', async () => {
  const { decide, tries } = failing(Number.POSITIVE_INFINITY, new VersionConflict('changed'));
  await expect(retryOnConflict(decide)).rejects.toMatchObject({ name: 'Conflict', status: 409 });
  expect(tries()).toBe(5);
});

test('a refusal is final', async () => {
  const { decide, tries } = failing(1, new Conflict('wrong state'));
  await expect(retryOnConflict(decide)).rejects.toThrow('wrong state');
  expect(tries()).toBe(1);
});
