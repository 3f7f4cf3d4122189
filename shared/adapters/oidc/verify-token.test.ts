import { expect, test } from 'vitest';
import { identityOf } from './verify-token.ts';

test('a person is called by one line that reads as it is written, whatever the identity provider says', () => {
  const claims = {
    sub: 's-1',
    preferred_username: 'ada\u202elaf',
    email: 'ada@example.org\u2028',
    given_name: 'A\nda',
  };
  expect(identityOf({ ...claims, family_name: '\u2066' }, 'https://id.example.org')).toEqual({
    issuer: 'https://id.example.org',
    subject: 's-1',
    issuedAt: undefined,
    username: 'ada laf',
    email: 'ada@example.org',
    firstName: 'A da',
    lastName: '',
  });
});

test.each([
  [{ preferred_username: '\u202e', email: 'ada@example.org' }, 'ada@example.org'],
  [{ email: '' }, 's-1'],
])('who has no name is called by address or subject: %j', (claims, username) => {
  expect(identityOf({ sub: 's-1', ...claims }, 'https://id.example.org').username).toBe(username);
});
