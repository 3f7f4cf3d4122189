import { expect, test } from 'vitest';
import { isName, onlyNamed } from './named-object.ts';

const uuid = (digit: number): string => `${digit}`.repeat(32);
const flavors = [
  { uuid: uuid(1), name: 'm1.small' },
  { uuid: uuid(2), name: 'm1.large' },
  { uuid: uuid(3), name: 'twin' },
  { uuid: uuid(4), name: 'twin' },
];

test.each([
  ['m1.large', true],
  ['a tenant of mine', true],
  [uuid(1), false],
  ['11111111-1111-1111-1111-111111111111', false],
  [`https://paddock.example/api/flavors/${uuid(1)}/`, false],
  ['/api/flavors/x/', false],
  ['', false],
  [' ', false],
  [null, false],
  [5, false],
])('%j is a name: %s', (value, expected) => {
  expect(isName(value)).toBe(expected);
});

test('a name finds the only object that has it', () => {
  expect(onlyNamed('m1.large', flavors, 'flavor')).toEqual({ uuid: uuid(2) });
});

test.each([
  ['twin', '2 objects have the name "twin": give the uuid of the flavor.'],
  ['m1.larg', 'Invalid hyperlink - No URL match. There is no flavor called "m1.larg". Did you mean "m1.large"?'],
  ['huge', 'Invalid hyperlink - No URL match. There is no flavor called "huge".'],
])('%s, which several or no objects have, is refused with advice', (name, error) => {
  expect(onlyNamed(name, flavors, 'flavor')).toEqual({ error });
});

test('nothing is suggested if there are no objects', () => {
  expect(onlyNamed('a', [], 'flavor')).toEqual({
    error: 'Invalid hyperlink - No URL match. There is no flavor called "a".',
  });
});
