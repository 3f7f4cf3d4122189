import { expect, test } from 'vitest';
import { aUuid, someOpenStackSettings, someRancherSettings } from '#test/builders/builders';
import { isConnectionChanged } from './settings-changes.ts';

const provider = someRancherSettings({ secretRevisions: { rancher: aUuid() } });
const { options, secretRevisions } = provider;
const waldur = { apiUrl: 'https://waldur.example.org/api', verifyTls: true };
const ofRemote = { ...provider, options: { ...options, waldur } };
const cloud = someOpenStackSettings();

test.each([
  ['another address', provider, { ...provider, options: { ...options, backendUrl: 'https://other.example.org' } }],
  ['another Vault', provider, { ...provider, options: { ...options, vault: { host: 'v', port: 1, verifyTls: true } } }],
  [
    'another address of the remote Waldur',
    ofRemote,
    { ...ofRemote, options: { ...options, waldur: { ...waldur, apiUrl: 'https://other.example.org/api' } } },
  ],
  [
    'no check of the certificate of the remote Waldur',
    ofRemote,
    { ...ofRemote, options: { ...options, waldur: { ...waldur, verifyTls: false } } },
  ],
  ['another credential', provider, { ...provider, secretRevisions: { ...secretRevisions, rancher: aUuid() } }],
  ['another region of a cloud', cloud, { ...cloud, options: { ...cloud.options, region: 'south' } }],
])('with %s the backends of settings change', (_, before, after) => {
  expect(isConnectionChanged(before, after)).toBe(true);
});

test.each([
  ['name', provider, { ...provider, name: 'another', version: 7 }],
  ['image', provider, { ...provider, options: { ...options, baseImageName: 'debian-13' } }],
  ['webhook secret', provider, { ...provider, secretRevisions: { ...secretRevisions, webhook: aUuid() } }],
  ['name of a cloud', cloud, { ...cloud, name: 'another' }],
])('with another %s the backends stay the same', (_, before, after) => {
  expect(isConnectionChanged(before, after)).toBe(false);
});
