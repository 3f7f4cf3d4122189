import { expect, test } from 'vitest';
import { certificateText, intentionText, isGood } from './certificate-text.ts';

const right = { option: 'username', ok: true, message: 'The user of the access key may create clusters.' };
const counts = { passed: 3, failed: 0, skipped: 3, success: true, seconds: 8 };
const suite = {
  ...{ name: 'contract of Vault', ...counts, failures: [] },
  reasons: [],
  leftOut: [
    'a real Vault on a bad day 503',
    'a real Vault on a bad day 429',
    'a real Vault a case that needs machines',
  ],
};
const good = { rights: [right], suites: [suite], left: [], leftOut: ['a whole order: no Rancher was named'] };

test('the certificate says what held, what did not, what was left out and why, and what is left', () => {
  const lines = certificateText({
    ...good,
    suites: [{ ...suite, failed: 1, success: false, failures: ['a real Vault a policy is read back'] }],
    left: ['Vault left: policies paddock-x'],
  }).split('\n');
  expect(lines).toEqual([
    '',
    'Rights of the key:',
    '  held: The user of the access key may create clusters.',
    'Suites:',
    '  contract of Vault: 3 held, 1 did not, 3 left out',
    '    did not hold: a real Vault a policy is read back',
    '    left out: a real Vault a case that needs machines',
    '    left out: 2 cases of bad days, since a real one cannot be made to fail',
    '  left out: a whole order: no Rancher was named',
    'Not as before:',
    '  Vault left: policies paddock-x',
    'Paddock cannot work with this as it is.',
  ]);
});

test.each([
  ['all of it held', good, true],
  ['a right is missing', { ...good, rights: [{ ...right, ok: false }] }, false],
  ['a suite failed', { ...good, suites: [{ ...suite, success: false }] }, false],
  ['something is left', { ...good, left: ['Vault left: policies x'] }, false],
  ['no suite ran', { ...good, suites: [] }, false],
])('when %s, it is good: %s', (_what, certificate, isIt) => {
  expect(isGood(certificate)).toBe(isIt);
  expect(certificateText(certificate)).toContain(isIt ? 'Paddock can work' : 'Paddock cannot work');
});

test('before anything is made, it is said where and what', () => {
  const text = intentionText([{ backend: 'vault', address: 'https://vault.example.org', access: { token: 'hidden' } }]);
  expect(text).toContain('in Vault (https://vault.example.org): policies, AppRoles and secrets rancher-…');
  expect(text).not.toContain('hidden');
});
