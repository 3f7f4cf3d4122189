import { expect, test } from 'vitest';
import { cacertsChecksum } from './clusters.ts';

test('a certificate is summed up with the newline it is served with, whether the setting has it or not', () => {
  // printf 'PEM\n' | sha256sum
  const sum = 'a0278171ab77da84cdf84cc11c10e4d8923a3aadc855775d8aae2b6a9333415e';
  expect(cacertsChecksum('PEM')).toBe(sum);
  expect(cacertsChecksum('PEM\n')).toBe(sum);
});

test('a Rancher with a certificate that everybody trusts has no checksum', () => {
  expect(cacertsChecksum('')).toBe('');
});
