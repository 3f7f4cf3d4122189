import { expect, test } from 'vitest';
import type { RestoreScope } from '../clusters/operations/rancher-operation.ts';
import { planRestore } from './restore-plan.ts';

const snapshot = {
  ...{ name: 's', isMissing: false, status: 'successful', fileName: 's', location: 'file:///s', nodeName: 'n' },
  ...{ createdAt: '2026-03-01T12:00:00Z', sizeBytes: 1 },
};
const AT = new Date('2026-03-01T13:00:00Z');
const now = {
  kubernetesVersion: 'v1.33.1+rke2r1',
  ...{ enableNetworkPolicy: true, rkeConfig: { chartValues: { a: 1 }, registries: { b: 1 }, machinePools: [1] } },
};
const saved = {
  kubernetesVersion: 'v1.32.3+rke2r1',
  ...{ enableNetworkPolicy: false, rkeConfig: { registries: { b: 1 }, machinePools: [2], upgradeStrategy: {} } },
};

test.each<[RestoreScope, string, string[]]>([
  ['none', 'v1.33.1+rke2r1', []],
  ['kubernetesVersion', 'v1.32.3+rke2r1', ['kubernetesVersion']],
  ['all', 'v1.32.3+rke2r1', ['kubernetesVersion', 'rkeConfig.chartValues', 'rkeConfig.upgradeStrategy']],
])('a restore with %s says what goes back, and how old the snapshot is (T46)', (scope, kubernetesVersion, fields) => {
  expect(planRestore({ snapshot, scope }, { now, saved }, AT)).toEqual({
    ...{ snapshot, scope, ageSeconds: 3600, kubernetesVersion, fields },
  });
});

test('a snapshot without a time or without settings is planned, too (T46)', () => {
  const unknown = { ...snapshot, createdAt: '' };
  expect(planRestore({ snapshot: unknown, scope: 'none' }, { now, saved: undefined }, AT)).toMatchObject({
    ...{ ageSeconds: 0, kubernetesVersion: 'v1.33.1+rke2r1', fields: [] },
  });
});
