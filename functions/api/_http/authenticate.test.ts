import { expect, test } from 'vitest';
import { readToken } from './authenticate.ts';

test.each(['Token abc', 'token abc', 'TOKEN  abc', 'Bearer abc', 'bearer abc'])('"%s" carries the token', (header) => {
  expect(readToken(header)).toBe('abc');
});

test.each([
  [undefined, 'Authentication credentials were not provided.'],
  ['', 'Authentication credentials were not provided.'],
  ['Basic YTpi', 'Authentication credentials were not provided.'],
  ['Token', 'Invalid token. No credentials provided.'],
  ['Bearer ', 'Invalid token. No credentials provided.'],
  ['Token a b', 'Invalid token. Token string should not contain spaces.'],
])('the header %j is refused with "%s"', (header, message) => {
  expect(() => readToken(header)).toThrow(expect.objectContaining({ status: 401, message }));
});
