import { expect, test } from 'vitest';
import type { PoolSettings } from '../../planning/pools/cluster-spec.ts';
import { DEFAULT_POOL_SETTINGS } from '../order/default-settings.ts';
import { rkeConfig } from './rke-config.ts';
import { restoredSettings } from './settings-in-rancher.ts';

const SNAPSHOTS = { isEnabled: false, schedule: '0 1 * * *', retention: 2 };
const FULL: PoolSettings = {
  ...DEFAULT_POOL_SETTINGS,
  ...{ cni: 'calico', clusterCidr: '10.50.0.0/16', serviceCidr: '10.51.0.0/16', tlsSans: ['api.example.org'] },
  systemRegistry: 'registry.example.org',
  mirrors: [{ registry: 'docker.io', endpoints: ['https://mirror.example.org'], rewrites: { '^(.*)$': 'hub/$1' } }],
  registries: [{ registry: 'registry.example.org', caBundle: 'Y2E=', skipsVerification: true }],
  podSecurityTemplate: 'rancher-restricted',
  upgradeStrategy: {
    ...{ controlPlaneConcurrency: '1', workerConcurrency: '10%' },
    drain: { ...DEFAULT_POOL_SETTINGS.upgradeStrategy.drain, timeoutSeconds: 7, disableEviction: true },
  },
  machineGlobalConfig: { 'kube-apiserver-arg': ['v=1'] },
  chartValues: { 'rke2-calico': { installation: {} } },
  additionalManifest: 'kind: Namespace',
};
/** The object as it is read from Rancher, without undefined values. */
const inRancher = (settings: PoolSettings): unknown =>
  JSON.parse(
    JSON.stringify({
      defaultPodSecurityAdmissionConfigurationTemplateName: settings.podSecurityTemplate,
      rkeConfig: rkeConfig({ ...settings, kubernetesVersion: 'v1.33.1+rke2r1' }),
    }),
  );

test.each([
  ['all settings', FULL],
  ['the settings of an order that names none', DEFAULT_POOL_SETTINGS],
])('a restore brings %s back, and leaves what Rancher leaves (T46)', (_what, settings) => {
  for (const before of [FULL, DEFAULT_POOL_SETTINGS]) {
    const kept = { ...before, snapshots: SNAPSHOTS, networkPolicy: true, dataDirectory: '/data' };
    expect(restoredSettings(kept, inRancher(settings))).toEqual({
      ...{ ...settings, snapshots: SNAPSHOTS, networkPolicy: true, dataDirectory: '/data' },
    });
  }
});

test('what has another form is not taken (T46)', () => {
  expect(restoredSettings(FULL, { rkeConfig: 5 })).toBeUndefined();
  expect(restoredSettings(FULL, { rkeConfig: {} })).toMatchObject({ cni: 'calico', tlsSans: [], mirrors: [] });
});
