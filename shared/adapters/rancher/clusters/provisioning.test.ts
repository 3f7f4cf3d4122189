import { expect, test } from 'vitest';
import { DEFAULT_DRAIN } from '#shared/domain/clusters/cluster-upgrade';
import { upgradeRequest } from './provisioning.ts';
import { writtenCluster } from './rewrite-cluster.ts';

const wanted = {
  kubernetesVersion: 'v1.32.3+rke2r1',
  workerConcurrency: 2,
  drain: { ...DEFAULT_DRAIN, timeoutSeconds: 90 },
};
const read = (spec: object) =>
  writtenCluster.parse({
    id: 'fleet-default/blue',
    type: 'provisioning.cattle.io.cluster',
    status: { ready: true },
    metadata: {
      name: 'blue',
      resourceVersion: '7',
      annotations: { a: 'b' },
      state: { name: 'active' },
      fields: ['blue'],
    },
    spec,
  });

const DRAIN = {
  enabled: true,
  timeout: 90,
  force: true,
  ignoreDaemonSets: true,
  deleteEmptyDirData: true,
  disableEviction: false,
  gracePeriod: -1,
};

test('release and strategy are written, one server at a time; all that was there stays (S0-420)', () => {
  const hooks = { preDrainHooks: [{ annotation: 'wait-for-me' }] };
  const spec = {
    kubernetesVersion: 'v1.31.7+rke2r1',
    localClusterAuthEndpoint: { enabled: true },
    rkeConfig: {
      machineGlobalConfig: { cni: 'cilium' },
      upgradeStrategy: { controlPlaneConcurrency: '10%', workerDrainOptions: { ...hooks, timeout: 5 } },
    },
  };
  expect(upgradeRequest(read(spec), wanted)).toEqual({
    id: 'fleet-default/blue',
    type: 'provisioning.cattle.io.cluster',
    status: { ready: true },
    metadata: { name: 'blue', resourceVersion: '7', annotations: { a: 'b' } },
    spec: {
      ...spec,
      kubernetesVersion: 'v1.32.3+rke2r1',
      rkeConfig: {
        machineGlobalConfig: { cni: 'cilium' },
        upgradeStrategy: {
          controlPlaneConcurrency: '1',
          workerConcurrency: '2',
          controlPlaneDrainOptions: DRAIN,
          workerDrainOptions: { ...DRAIN, ...hooks },
        },
      },
    },
  });
});

test('what is asked for already is not asked for again', () => {
  const written = upgradeRequest(read({ kubernetesVersion: 'v1.31.7+rke2r1', rkeConfig: null }), wanted);
  expect(written).toBeDefined();
  expect(upgradeRequest(writtenCluster.parse(written), wanted)).toBeUndefined();
});
