import { expect, test } from 'vitest';
import { recordedIo } from '../io/recorded-io.ts';
import { safeIo } from '../io/safe-io.ts';
import { colored } from './colors.ts';
import { printObject, printRows } from './print.ts';

test.each([
  ['OK (active)', '\u001b[32mOK\u001b[0m (active)'],
  ['ERRED', '\u001b[31mERRED\u001b[0m'],
  ['UPDATE_SCHEDULED', '\u001b[33mUPDATE_SCHEDULED\u001b[0m'],
  ['pending-consumer', '\u001b[33mpending-consumer\u001b[0m'],
  ['BOOKED demo', 'BOOKED demo'],
])('states are colored: %s', (text, expected) => {
  expect(colored(text)).toBe(expected);
});

test('only tables and trees for people at a terminal have colors', () => {
  const shown = { columns: [{ title: 'STATE', of: () => 'OK' }], nameOf: () => 'OK', none: '' };
  const printed = (colors: boolean, format: 'table' | 'json' | 'name') => {
    const io = recordedIo({ colors });
    printRows(safeIo(io), format, [{}], shown);
    printObject(safeIo(io), format, { name: 'OK' }, () => 'OK');
    return io.stdout();
  };
  expect(printed(true, 'table')).toContain('\u001b[');
  expect([printed(false, 'table'), printed(true, 'json'), printed(true, 'name')].join()).not.toContain('\u001b[');
});
