import { expect, test } from 'vitest';
import { missingFeatures, rancherSupport } from './rancher-version.ts';

test.each([
  ['v2.15.0', true, 'Rancher v2.15.0 answers.'],
  ['v2.9.12', true, 'Rancher v2.9.12 answers.'],
  ['v2.8.11', false, 'Rancher v2.8.11 is too old for Paddock: upgrade Rancher to a version from 2.9 to 2.15.'],
  ['v1.6.30', false, 'is too old for Paddock'],
  ['v2.16.1', true, 'Rancher v2.16.1 answers. Paddock was tested with 2.9 to 2.15.'],
  ['v2.15-5f0a1b2c-head', true, 'Rancher v2.15-5f0a1b2c-head answers.'],
  ['dev', true, 'Rancher is a custom build (dev), which Paddock was not tested with.'],
])('Rancher %s is supported: %s', (version, isSupported, message) => {
  expect(rancherSupport(version)).toEqual({ isSupported, message: expect.stringContaining(message) });
});

test('features that are switched off are named; features that a Rancher version lacks are built in there', () => {
  expect(
    missingFeatures(
      new Map([
        ['provisioningv2', false],
        ['harvester', false],
        ['rke2', true],
      ]),
    ),
  ).toEqual(['provisioningv2']);
  expect(missingFeatures(new Map())).toEqual([]);
});
