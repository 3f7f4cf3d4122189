import { expect, test } from 'vitest';
import { consolePart } from './console-excerpt.ts';

test.each([
  ['all of it', undefined, 'one\ntwo\n'],
  ['the new lines', 4, 'two\n'],
  ['nothing new', 8, ''],
  ['all of one that has begun again', 9, 'one\ntwo\n'],
])('a console is followed: %s (S0-406)', (_what, offset, text) => {
  expect(consolePart('one\ntwo\n', offset)).toEqual({ text, nextOffset: 8 });
});
