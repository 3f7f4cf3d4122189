import { expect, test } from 'vitest';
import { apiTokenText, userOfApiToken } from './api-token.ts';

const USER = '0123456789abcdef0123456789abcdef';

test('a token contains its user', () => {
  expect(userOfApiToken(apiTokenText(USER, 'secret'))).toBe(USER);
});

test.each(['', 'secret', USER, `${'x'.repeat(32)}secret`])('%j is not a token', (text) => {
  expect(userOfApiToken(text)).toBeUndefined();
});
