import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { shownBy, shownByTests, TABLE, tableText } from './fact-table.ts';
import { isShown } from './facts/sentence.ts';
import { LEFT_OUT } from './left-out.ts';
import { isOwnRecording, readRecordings } from './recording.ts';

const TESTS = fileURLToPath(new URL('../..', import.meta.url));
const PLACES = ['simulators/rancher/**/*.test.ts', 'contracts/rancher/*-cases.ts', 'contracts/recorded/*.test.ts'];
/** Matches the title in `test('…'`, and the title after a table of cases: `])('…'`. */
const TITLE = /(?:\btest|\]\))\(\s*(['"])((?:(?!\1).)*)\1/g;
const titles = new Set(
  globSync(PLACES, { cwd: TESTS }).flatMap((file) =>
    [...readFileSync(TESTS + file, 'utf8').matchAll(TITLE)].map(([, , title = '']) => title),
  ),
);
const recorded = readRecordings().played.map(({ id }) => id);
const numbersTo = (last: number): string[] => Array.from({ length: last }, (_, index) => String(index + 1));

test('every fact and every surprise is in the table, with something that is said', () => {
  expect(Object.keys(TABLE.fact)).toEqual(numbersTo(40));
  expect(Object.keys(TABLE.surprise)).toEqual(numbersTo(17));
  const all = Object.values(TABLE).flatMap((facts) => Object.values(facts));
  expect(all.filter((fact) => fact.length === 0)).toEqual([]);
});

test('what is shown has evidence, what is left out a reason', () => {
  const sentences = Object.values(TABLE).flatMap((facts) => Object.values(facts).flat());
  const empty = sentences.filter((one) => (isShown(one) ? one.shown.length === 0 : one.leftOut.length < 10));
  expect(empty).toEqual([]);
});

test.runIf(isOwnRecording)('each exchange that shows a fact is recorded and is compared', () => {
  const known = new Set(recorded);
  const named = shownBy(recorded);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
  expect(named.filter((id) => LEFT_OUT.has(id))).toEqual([]);
});

test('each test that shows a fact is there under that title', () => {
  expect(shownByTests.filter((title) => !titles.has(title))).toEqual([]);
});

test('the table says how much of it is shown', () => {
  expect(tableText()).toMatch(/^facts: \d+ of 40 shown whole, \d+ in part; sentences: \d+ of \d+\n/);
});
