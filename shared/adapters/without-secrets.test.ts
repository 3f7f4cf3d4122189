import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const BASIC = `Basic ${Buffer.from('token-abcde:of-the-key').toString('base64')}`;

test.each([
  ['the header as it was sent', { authorization: BASIC }, BASIC, 'Basic ***'],
  ['the pair that Basic encodes', { authorization: BASIC }, 'token-abcde:of-the-key', '***'],
  ['its secret half', { authorization: BASIC }, 'key of-the-key of token-abcde', 'key *** of token-abcde'],
  ['a bearer token', { Authorization: 'Bearer of.a.user' }, '"of.a.user"', '"***"'],
  ["Keystone's token", { 'X-Auth-Token': 'gAAAA' }, 'gAAAA is over, gAAAA', '*** is over, ***'],
  ["Vault's token", { 'x-vault-token': 'hvs.abc' }, 'hvs.abc', '***'],
])('a refusal that quotes %s is passed on without it', (_what, headers, quoted, left) => {
  expect(withoutSecrets(`no: ${quoted}`, { headers })).toBe(`no: ${left}`);
});

test('what a call says is secret in its body is left out, and nothing else is', () => {
  const call = { headers: { accept: 'application/json', authorization: '' }, secrets: ['pass', ''] };
  expect(withoutSecrets('application/json: pass', call)).toBe('application/json: ***');
});
