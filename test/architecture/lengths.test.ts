import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { functionLengths } from './function-lengths.ts';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const lengths = files.flatMap(({ path, text }) => functionLengths(path, text).map((it) => ({ path, ...it })));

function percentile(numbers: number[], share: number): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0;
}

test('no file is longer than 500 lines, and half of them have 70 at most', () => {
  const lines = files.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  expect(lines.filter((it) => it.lines > 500)).toEqual([]);
  expect(
    percentile(
      lines.map((it) => it.lines),
      0.5,
    ),
  ).toBeLessThanOrEqual(70);
});

/**
 * A contract suite is one function, so that it can run against a simulator and a real server. Its length comes from its
 * test cases.
 */
const isSuite = (path: string) => path.startsWith('test/contracts/');

test('no function is longer than 60 lines; half have 15 at most, nine in ten 40', () => {
  expect(lengths.filter(({ path, lines }) => lines > 60 && !isSuite(path))).toEqual([]);
  expect(
    percentile(
      lengths.map(({ lines }) => lines),
      0.5,
    ),
  ).toBeLessThanOrEqual(15);
  expect(
    percentile(
      lengths.map(({ lines }) => lines),
      0.9,
    ),
  ).toBeLessThanOrEqual(40);
});

test('functions are measured whatever their form', () => {
  const text = ['function a() {\n}', 'const b = () => {\n\n};', 'class C { constructor() {} d() {\n} }'].join('\n');
  expect(functionLengths('x.ts', text).map(({ name, lines }) => [name, lines])).toEqual([
    ['a', 2],
    ['b', 3],
    ['constructor', 1],
    ['d', 2],
  ]);
});
