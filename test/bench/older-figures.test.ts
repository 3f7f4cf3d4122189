import { expect, test } from 'vitest';
import { digestOf } from './measured-code.ts';
import { lineOf, measuredOn } from './older-figures.ts';
import { commandOf, PARTS } from './parts.ts';
import { readResults } from './results-file.ts';

const part = { name: 'lists' };
const results = [{ command: commandOf(part), commit: 'abc1234' }];

test('figures are older when the code they measure is not what it was', () => {
  expect(lineOf(measuredOn(part, results, { measured: 'one', current: 'two' }))).toBe(
    'bench: 1 figures of lists at abc1234, OLDER than the code they measure',
  );
  expect(lineOf(measuredOn(part, results, { measured: 'one', current: 'one' }))).toBe(
    'bench: 1 figures of lists at abc1234',
  );
});

test('figures without their code are older', () => {
  expect(measuredOn(part, results, { measured: undefined, current: 'one' }).isOlder).toBe(true);
});

test('what a part measures is known by its contents, and tests are no part of it', () => {
  expect(digestOf(['test/bench/statistics.ts'])).not.toBe(digestOf(['test/bench/figure.ts']));
  expect(digestOf(['test/bench/statistics.ts'])).toBe(
    digestOf(['test/bench/statistics.ts', 'test/bench/statistics.test.ts']),
  );
});

test('every part names files that exist, and every kept figure its commit', () => {
  const nothing = digestOf(['no/such/folder']);
  for (const { measures } of PARTS) for (const place of measures) expect(digestOf([place]), place).not.toBe(nothing);
  for (const { name, commit } of readResults()) expect(commit, name).toMatch(/^[0-9a-f]{7,12}\+?$/);
});
