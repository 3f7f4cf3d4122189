import { expect, test } from 'vitest';
import { BackendNotFound, BackendUnauthorized, BackendUnavailable } from '#shared/errors';
import { forEachIsolated } from './for-each-isolated.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
function run(count: number, failing: (item: number) => Error | undefined) {
  const done: number[] = [];
  const logged: unknown[] = [];
  const line = (_message: string, fields = {}) => void logged.push(fields);
  const log = { info: line, warn: line, error: line };
  const worked = forEachIsolated(numbers(count), { log, about: (item) => ({ item: `${item}` }) }, async (item) => {
    const error = failing(item);
    if (error) throw error;
    done.push(item);
  });
  return { worked, done, logged };
}

test('one that fails keeps no other from being worked on, and is named in the log', async () => {
  const error = new BackendNotFound('gone');
  const { worked, done, logged } = run(30, (item) => (item % 3 === 0 ? error : undefined));
  expect(await worked).toBe(10);
  expect(done).toEqual(numbers(30).filter((item) => item % 3 !== 0));
  expect(logged).toContainEqual({ item: '27', error });
});

test('four that a backend did not answer may be chance, five are an absence', async () => {
  const away = (until: number) => (item: number) => (item < until ? new BackendUnavailable('away') : undefined);
  expect(await run(100, away(4)).worked).toBe(4);
  const { worked, done } = run(100, away(100));
  await expect(worked).rejects.toThrow('away');
  expect(done).toEqual([]);
});

test('what cannot be noted of a failure keeps no other from being worked on either', async () => {
  const done: number[] = [];
  const silent = () => undefined;
  const log = { info: silent, warn: silent, error: silent };
  const onFailure = () => Promise.reject(new BackendNotFound('the record was changed by another request'));
  const failed = await forEachIsolated(numbers(20), { log, about: () => ({}), onFailure }, async (item) => {
    if (item === 0) throw new BackendNotFound('gone');
    done.push(item);
  });
  expect([failed, done]).toEqual([1, numbers(20).slice(1)]);
});

test('a refused account ends the pass at once', async () => {
  const { worked } = run(100, () => new BackendUnauthorized('refused'));
  await expect(worked).rejects.toThrow('refused');
});
