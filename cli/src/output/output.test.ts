import { expect, test } from 'vitest';
import { recordedIo } from '../io/recorded-io.ts';
import { FORMATS, printRows } from './print.ts';
import { tableOf } from './table.ts';
import { ageOf, duration, readDuration } from './times.ts';
import { treeText } from './tree.ts';

type Row = { name: string; state: string };
const ROWS: Row[] = [
  { name: 'a', state: 'OK' },
  { name: 'longer', state: '' },
];
const COLUMNS = [
  { title: 'NAME', of: ({ name }: Row) => name },
  { title: 'STATE', of: ({ state }: Row) => state },
  { title: 'KIND', of: () => 'x', wide: true as const },
];

test('a table has columns that are as wide as they need to be, and a dash where there is nothing', () => {
  expect(tableOf(ROWS, COLUMNS.slice(0, 2))).toBe('NAME    STATE\na       OK\nlonger  -\n');
});

test.each(FORMATS)('a list is printed as %s', (format) => {
  const io = recordedIo();
  printRows(io, format, ROWS, { columns: COLUMNS, nameOf: ({ name }) => name, none: 'None.' });
  expect(io.stdout()).toMatchSnapshot();
});

test('an empty list is said beside the output, and is a list for programs', () => {
  const [person, program] = [recordedIo(), recordedIo()];
  const shown = { columns: COLUMNS, nameOf: ({ name }: Row) => name, none: 'None.' };
  printRows(person, 'table', [], shown);
  printRows(program, 'json', [], shown);
  expect([person.stdout(), person.stderr(), program.stdout(), program.stderr()]).toEqual(['', 'None.\n', '[]\n', '']);
});

test('a tree has lines from each object to those in it', () => {
  const children = [
    { label: 'b', children: [{ label: 'c' }, { label: 'd' }] },
    { label: 'e', children: [{ label: 'f' }] },
  ];
  expect(treeText({ label: 'a', children })).toBe(
    ['a', '├─ b', '│  ├─ c', '│  └─ d', '└─ e', '   └─ f', ''].join('\n'),
  );
});

test.each([
  [0, '0s'],
  [59_400, '59s'],
  [60_000, '1m'],
  [95_000, '1m35s'],
  [600_000, '10m'],
  [630_000, '10m'],
  [5_400_000, '1h30m'],
  [93_600_000, '1d2h'],
  [864_000_000, '10d'],
  [-5, '0s'],
])('%i ms are %s', (ms, expected) => {
  expect(duration(ms)).toBe(expected);
});

test('an age is counted from a time of the API', () => {
  expect(ageOf('2026-11-27T12:00:00Z', Date.parse('2026-11-27T12:01:00Z'))).toBe('1m');
  expect(ageOf(null, 0)).toBe('');
});

test.each([
  ['90', 90_000],
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['2h', 7_200_000],
  ['2 days', undefined],
  ['', undefined],
])('"%s" is a time of %s ms', (text, expected) => {
  expect(readDuration(text)).toBe(expected);
});
