import { expect, test } from 'vitest';
import { apiTokenText, userOfApiToken } from './api-token.ts';

const USER = '0123456789abcdef0123456789abcdef';

test('a token names its user', () => {
  expect(userOfApiToken(apiTokenText(USER, 'secret'))).toBe(USER);
});

test.each(['', 'secret', USER, `${'x'.repeat(32)}secret`])('%j is no token of anybody', (text) => {
  expect(userOfApiToken(text)).toBeUndefined();
});
