import { expect, test } from 'vitest';
import { redacted } from './redact.ts';

const TOKEN = `${'0a'.repeat(16)}${'x'.repeat(43)}`;

test.each<[string, unknown, unknown]>([
  [
    'a field of that name',
    { registration_token: 'x', Password: 'y' },
    { registration_token: '(removed)', Password: '(removed)' },
  ],
  ['a whole object of that name', { credentials: { user: 'x' } }, { credentials: '(removed)' }],
  ['a key of the API in a text', { message: `with ${TOKEN}.` }, { message: 'with (removed).' }],
  ['a key of Rancher', ['token-abc12:0123456789012345678901'], ['(removed)']],
  ['a JWT', { note: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc' }, { note: '(removed)' }],
  [
    'a PEM block',
    { note: '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nrest' },
    { note: '(removed)\nrest' },
  ],
  ['the user of an address', { proxy: 'http://me:pw@proxy:3128' }, { proxy: 'http://(removed)@proxy:3128' }],
  ['manifests', { additional_manifest: 'kind: Secret' }, { additional_manifest: '(removed)' }],
])('%s is removed', (_, value, expected) => {
  expect(redacted(value)).toEqual(expected);
});

test('the rest is kept as it is', () => {
  const value = {
    name: 'demo',
    nodes: [{ state: 'OK', ram: 1, ok: true, none: null }],
    token: '',
    uuid: '0a'.repeat(16),
  };
  expect(redacted(value)).toEqual(value);
});
