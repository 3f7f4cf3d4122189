import { expect, test } from 'vitest';
import { templateHash } from './machine-template.ts';
import { hostnameOf, safeName } from './safe-name.ts';

test('keys in another order and fields that are empty give the same hash of a template (T17, S2-013)', () => {
  const hash = templateHash('blue-work', { flavorId: '2', imageId: 'i' });
  expect(hash).toMatch(/^[0-9a-f]{8}$/);
  expect(templateHash('blue-work', { imageId: 'i', flavorId: '2', netName: '', tags: [], cacert: null })).toBe(hash);
  expect(templateHash('blue-work', { flavorId: '3', imageId: 'i' })).not.toBe(hash);
  expect(templateHash('blue-other', { flavorId: '2', imageId: 'i' })).not.toBe(hash);
});

test('a hash is that of Go: sorted keys, and signs of HTML written as numbers (T13)', () => {
  // `09476ae4` is the beginning of the SHA-256 of `blue-work{"a":"\u003cb\u003e","b":false}`.
  expect(templateHash('blue-work', { b: false, a: '<b>' })).toBe('09476ae4');
});

test('a name that is too long ends in a digest of the whole (T8)', () => {
  expect(safeName('blue', 'work')).toBe('blue-work');
  const long = safeName('a'.repeat(40), 'b'.repeat(40));
  expect([long.length, long]).toEqual([63, expect.stringMatching(/^a{40}-b{16}-[0-9a-f]{5}$/)]);
});

test('a hostname is as long as its pool allows (T28)', () => {
  expect(hostnameOf('blue-work-abcde-fghij', 63)).toBe('blue-work-abcde-fghij');
  expect(hostnameOf('blue.work', 63)).toBe('blue-work');
  expect(hostnameOf('blue-work-abcde-fghij', 15)).toMatch(/^blue-work-[0-9a-f]{5}$|^blue-wor-[0-9a-f]{6}$/);
});
