import { expect, test } from 'vitest';
import { until } from './until.ts';

const checks = (...answers: (string | undefined)[]) => {
  const left = [...answers];
  return async () => left.shift();
};

test('looks until there is an answer, and gives it', async () => {
  const patience = { tooLate: 'too late', timeoutMs: 5_000, intervalMs: 1 };
  expect(await until(patience, checks(undefined, undefined, 'third'))).toBe('third');
});

test('looks once even when there is no time, and then says what was not to be', async () => {
  const patience = { tooLate: 'The emulator did not answer.', timeoutMs: -1 };
  expect(await until(patience, checks('first'))).toBe('first');
  await expect(until(patience, checks())).rejects.toThrow(expect.objectContaining({ name: 'OperatorError' }));
  await expect(until(patience, checks())).rejects.toThrow('The emulator did not answer.');
});

test('ends with its signal, and with what the look throws', async () => {
  const patience = { tooLate: 'too late', timeoutMs: 5_000, signal: AbortSignal.abort() };
  await expect(until(patience, checks())).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  const failing = () => Promise.reject(new Error('no such order'));
  await expect(until(patience, failing)).rejects.toThrow('no such order');
});
