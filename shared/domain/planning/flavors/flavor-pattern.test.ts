import { describe, expect, test } from 'vitest';
import { flavorMatcher, isFlavorPattern, nameSearch } from './flavor-pattern.ts';

describe('the flavors of an offering', () => {
  test.each([
    [undefined, 'm1.large', true],
    ['m1', 'm1', true],
    ['m1', 'm1.large', false],
    ['m1.*', 'm1.large', true],
    [String.raw`^m1\.(large|xlarge)$`, 'm1.xlarge', true],
    ['a|b', 'ab', false],
    ['m1[.]xlarge', 'm1.xlarge', true],
    ['größe.*', 'größe XL', true],
  ])('matched by %j: %s %s', (pattern, name, isMatched) => expect(flavorMatcher(pattern)(name)).toBe(isMatched));

  test.each(['(a+)+b', '(a|a)*b', '(.*a){12}b', '([a-z]+)*[0-9]'])(
    'are found at once, however %j is tried',
    (pattern) => {
      const started = performance.now();
      expect(flavorMatcher(pattern)('a'.repeat(255))).toBe(false);
      expect(performance.now() - started).toBeLessThan(1000);
    },
  );

  test('match none if an older row has a pattern that RE2 refuses', () => {
    expect(() => flavorMatcher('(?=a)a')).toThrow('The offering’s flavors_regex is not valid.');
  });
});

test.each([
  '(',
  '[',
  '(?=a)a',
  String.raw`(a)\1`,
  '(?<!a)b',
  'a{1001}',
  'x'.repeat(256),
  '((a{99}){9}){9}',
  '(a{1000}){2}',
])('no pattern is %j', (text) => expect(isFlavorPattern(text)).toBe(false));

test.each([
  ['large', 'm1.xlarge', true],
  ['M1', 'm1.large', true],
  ['^large', 'm1.xlarge', false],
  [String.raw`m1\.(large|xlarge)$`, 'm1.xlarge', true],
])('a search for %j in %s', (pattern, name, isFound) => expect(nameSearch(pattern)?.(name)).toBe(isFound));

test('a search for what RE2 refuses is none', () => expect(nameSearch('(?=a)a')).toBeUndefined());
