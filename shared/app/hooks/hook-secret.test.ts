import { expect, test } from 'vitest';
import { keyRing } from '#shared/domain/_core/key-ring';
import { aKeyRing } from '#test/a-key-ring';
import { aUuid } from '#test/builders/builders';
import { openSecret, sealSecret } from './hook-secret.ts';

const ring = keyRing.parse(aKeyRing());
const hook = aUuid();

test('a secret is opened with the key that it was sealed with, also after another has taken its place', () => {
  const sealed = sealSecret(ring, hook, 'whsec');
  const next = keyRing.parse({ ...aKeyRing('2'), previous: { 1: ring.key } });
  expect([openSecret(ring, hook, sealed), openSecret(next, hook, sealed)]).toEqual(['whsec', 'whsec']);
  expect(sealSecret(next, hook, 'whsec').keyId).toBe('2');
});

test('what is sealed does not show the secret, and is never the same twice', () => {
  const [one, other] = [sealSecret(ring, hook, 'whsec'), sealSecret(ring, hook, 'whsec')];
  expect(Buffer.from(one.data, 'base64').toString()).not.toContain('whsec');
  expect(one.data).not.toBe(other.data);
});

test('it is not opened in the row of another hook, with another key, or once a bit of it is changed', () => {
  const sealed = sealSecret(ring, hook, 'whsec');
  const bytes = Buffer.from(sealed.data, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect(() => openSecret(ring, aUuid(), sealed)).toThrow();
  expect(() => openSecret(keyRing.parse({ id: '1', key: 'x'.repeat(64) }), hook, sealed)).toThrow();
  expect(() => openSecret(keyRing.parse(aKeyRing('3')), hook, sealed)).toThrow('no longer exists');
  expect(() => openSecret(ring, hook, { ...sealed, data: bytes.toString('base64') })).toThrow();
});
