import { expect, test } from 'vitest';
import { readYaml, UnreadableYaml } from './read-yaml.ts';

const OPTIONS = { version: '1.1', schema: 'yaml-1.1', merge: true } as const;
const read = (text: string) => readYaml(text, OPTIONS);

const repeated = (length: number, item: (index: number) => string): string =>
  Array.from({ length }, (_, index) => item(index)).join('');

/** Texts with `n` equal parts, for which the library alone takes time by the square of `n`. */
const SHAPES: Readonly<Record<string, (n: number) => string>> = {
  keys: (n) => repeated(n, (index) => `k${index}: 1\n`),
  'keys in braces': (n) => `{${repeated(n, (index) => `k${index}: 1, `)}}`,
  'keys without values': (n) => `{${repeated(n, (index) => `k${index},`)}}`,
  'commas without items': (n) => `a: [${','.repeat(n)}]\n`,
  'closing braces': (n) => `a: ${'} '.repeat(n)}\n`,
  'wrong escapes': (n) => `a: "${'\\q'.repeat(n)}"\n`,
  'several anchors of one value': (n) => `a: ${'&a '.repeat(n)}x\n`,
  'anchors with aliases': (n) => repeated(n, (index) => `- &a${index} x\n- *a${index}\n`),
};

function outcomeOf(text: string): unknown {
  try {
    return read(text);
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableYaml);
    return error;
  }
}

/** A quarter of the longest text. The library alone would need minutes for some of these texts. */
const LENGTH = 262_144;
const LIMIT_MS = 60_000;

test.each(Object.entries(SHAPES))(
  'a long text of %s is read or refused',
  (_, textOf) => {
    const perPart = (textOf(1000).length - textOf(500).length) / 500;
    outcomeOf(textOf(Math.floor(LENGTH / perPart)));
  },
  LIMIT_MS,
);

const expectProblem = (text: string, message: string, line: number) =>
  expect(() => read(text)).toThrow(expect.objectContaining({ name: 'UnreadableYaml', message, line }));
const levels = (count: number): string => `a: ${'['.repeat(count)}${']'.repeat(count)}`;
const references = (count: number): string => `- &a x\n${'- *a\n'.repeat(count - 1)}`;
const TOO_DEEP = 'it is nested deeper than 200 levels';

test('each limit is met by what has one more, and by nothing less', () => {
  expect(() => read(levels(199))).not.toThrow();
  expectProblem(levels(201), TOO_DEEP, 1);
  expect(() => read(references(2000))).not.toThrow();
  expectProblem(references(2001), 'it has more than 2000 anchors and aliases', 2001);
  expect(() => read(`[${'"",'.repeat(199_990)}]`)).not.toThrow();
  expectProblem(`[${'"",'.repeat(200_010)}]`, 'The text has more than 400000 parts', 1);
  expect(() => read('x'.repeat(4_194_303))).not.toThrow();
  expectProblem('x'.repeat(4_194_304), 'it has too many aliases', 1);
});

test.each([
  ['long texts', `a: &a ${'x'.repeat(100_000)}\nb: [${'*a,'.repeat(50)}]\n`, 'it has too many aliases', 2],
  [
    'empty lists',
    `a: &a [[],[],[],[]]\n${[1, 2, 3, 4, 5, 6, 7, 8]
      .map((level) => `b${level}: &b${level} [${`*${level === 1 ? 'a' : `b${level - 1}`},`.repeat(9)}]\n`)
      .join('')}`,
    'it has too many aliases',
    8,
  ],
  [
    'deep lists',
    `a: &a ${'['.repeat(150)}${']'.repeat(150)}\nb: ${'['.repeat(100)}*a${']'.repeat(100)}\n`,
    TOO_DEEP,
    2,
  ],
  ['itself', 'a: &a [*a]\n', 'an alias has no anchor before it', 1],
  ['itself, under an anchor that was used before', 'a: &a 1\nb: &a [*a]\n', 'an alias has no anchor before it', 2],
  ['nothing', '\na: *b\n', 'an alias has no anchor before it', 2],
])('an alias that repeats %s is refused', (_, text, message, line) => {
  expectProblem(text, message, line);
});

test('a key that a map has twice is refused at its second place', () => {
  expectProblem('a: 1\nb: 2\n"a": 3\n', 'DUPLICATE_KEY', 3);
  expectProblem('{a: 1, b: {c: 1, c: 2}}', 'DUPLICATE_KEY', 1);
});

test('a text with many small aliases is read', () => {
  const text = `- &a {owner: olga}\n${'- *a\n'.repeat(300)}`;
  expect(read(text).documents[0]?.value).toEqual(Array.from({ length: 301 }, () => ({ owner: 'olga' })));
});

test('errors of other code keep their stack traces', () => {
  outcomeOf('a: [');
  expect(new Error('x').stack).toContain('read-yaml.test');
});
