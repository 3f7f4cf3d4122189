import { expect, test } from 'vitest';
import { versionChecks } from './tested-versions.ts';

const fitting = { kubernetes: '1.33.5', clusterApi: '1.10.5', openstackProvider: '0.12.4' };
const wordsOf = (versions: Partial<Parameters<typeof versionChecks>[0]>, infrastructure: 'openstack' | 'in-memory') =>
  versionChecks({ ...fitting, ...versions }, infrastructure).map(({ ok, message }) => `${ok ? 'ok' : 'no'} ${message}`);

test('versions with which Paddock was tested are reported (S3-014, S3-015, S3-017)', () => {
  expect(wordsOf({}, 'openstack')).toEqual([
    'ok Kubernetes 1.33.5.',
    'ok Cluster API 1.10.5.',
    'ok Cluster API’s OpenStack provider 0.12.4.',
  ]);
});

test.each([
  ['1.32.9', 'ok Kubernetes 1.32.9: Paddock was tested with 1.33 to 1.36.'],
  ['1.36.3', 'ok Kubernetes 1.36.3.'],
  ['1.37.0', 'ok Kubernetes 1.37.0: Paddock was tested with 1.33 to 1.36.'],
  ['2.34.0', 'ok Kubernetes 2.34.0: Paddock was tested with 1.33 to 1.36.'],
])('Kubernetes %s is compared with the tested versions (S3-019)', (kubernetes, words) => {
  expect(wordsOf({ kubernetes }, 'openstack')[0]).toBe(words);
});

test('another version of Cluster API or of its provider is named, and passes (S3-019)', () => {
  expect(wordsOf({ clusterApi: '1.11.0', openstackProvider: '0.13.3' }, 'openstack').slice(1)).toEqual([
    'ok Cluster API 1.11.0: Paddock was tested with 1.10.5.',
    'ok Cluster API’s OpenStack provider 0.13.3: Paddock was tested with 0.12.4.',
  ]);
});

test('a missing part fails, and a lab in memory needs no provider of OpenStack (S3-016, S3-019)', () => {
  const missing = { clusterApi: undefined, openstackProvider: undefined };
  expect(wordsOf(missing, 'openstack').slice(1)).toEqual([
    'no Cluster API is not installed: install 1.10.5.',
    'no Cluster API’s OpenStack provider is not installed: install 0.12.4.',
  ]);
  expect(wordsOf({ openstackProvider: undefined }, 'in-memory')).toHaveLength(2);
});
