import { expect, test } from 'vitest';
import { storageProblem } from './storable-json.ts';

const nested = (levels: number): unknown => (levels === 0 ? 'x' : { a: nested(levels - 1) });

test.each<[what: string, document: unknown]>([
  ['twenty levels', nested(20)],
  ['the largest number', { a: [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0, 0.5, null, true] }],
])('JSON with %s can be stored', (_, document) => {
  expect(storageProblem(document)).toBeUndefined();
});

test.each<[what: string, document: unknown, problem: string]>([
  ['more levels', nested(21), '20 levels'],
  ['a number that is too large', { a: [{ b: 1e300 }] }, '9007199254740991'],
  ['an integer that JSON cannot express', { a: -(2 ** 53) }, '9007199254740991'],
  ['a number too near to zero', { a: 1e-200 }, 'in quotes'],
  ['a name without characters', { a: { '': 1 } }, 'at least one character'],
])('JSON with %s cannot', (_, document, problem) => {
  expect(storageProblem(document)).toContain(problem);
});
