import { expect, test } from 'vitest';
import { counted, dateTime, gigabytes, toMegabytes } from './format.ts';

test.each([
  [4096, '4 GB'],
  [1536, '1.5 GB'],
  [0, '0 GB'],
])('%i MB are %s', (megabytes, text) => {
  expect(gigabytes(megabytes)).toBe(text);
});

test('gigabytes become whole megabytes', () => {
  expect([toMegabytes(64), toMegabytes(0.5)]).toEqual([65_536, 512]);
});

test('one has no plural, and no time is a dash', () => {
  expect([counted(1, 'node'), counted(0, 'node'), dateTime(null)]).toEqual(['1 node', '0 nodes', '–']);
});
