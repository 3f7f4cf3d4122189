import { describe, expect, test } from 'vitest';
import { joinInfrastructure, type SeenDerived, type SeenInfrastructure } from './infrastructure.ts';

const owner = (kind: string, uid: string) => ({ kind, name: 'prod', uid });
const derived = (uid: string, owners: SeenDerived['owners']): SeenDerived => ({
  ...{ name: 'prod', namespace: 'fleet-default', uid, owners },
});
const facts = {
  ...{ kubernetesVersion: 'v1.32.3+rke2r1', provider: 'rke2', nodeCount: 3, workers: { linux: 2, windows: 0 } },
  ...{ capacity: { cpu: '6' }, requested: { cpu: '1' } },
};
const management = { id: 'c-m-abcd1234', name: 'prod', ...facts };
const provisioning = { name: 'prod', namespace: 'fleet-default', managementId: 'c-m-abcd1234', uid: 'u-prov' };
const clusterApi = derived('u-capi', [owner('Cluster', 'u-prov')]);
const rkeCluster = derived('u-rke', [owner('Cluster', 'u-capi')]);
const WHOLE: SeenInfrastructure = {
  ...{ management: [management], provisioning: [provisioning], clusterApi: [clusterApi], rkeClusters: [rkeCluster] },
};
const joined = (fields: Partial<SeenInfrastructure> = {}) => joinInfrastructure({ ...WHOLE, ...fields });

test('one look-up names all objects of a cluster (T1, T2, T3, T4, T5, S2-031, S2-034, S2-036, S2-038, S2-039)', () => {
  expect(joined()).toEqual([{ isProvisioned: true, management, provisioning, clusterApi, rkeCluster }]);
});

test('the list is that of provisioning clusters, then of those that have none (T1, S2-006, S2-026, S2-030, S2-035)', () => {
  const local = { id: 'local', name: 'local', ...facts };
  const imported = { id: 'c-m-imported', name: 'other', ...facts };
  const registered = { ...provisioning, name: 'other', managementId: 'c-m-imported', uid: 'u-other' };
  expect(joined({ management: [local, management, imported], provisioning: [provisioning, registered] })).toEqual([
    { isProvisioned: true, management, provisioning, clusterApi, rkeCluster },
    { isProvisioned: false, management: imported, provisioning: registered },
    { isProvisioned: false, management: local },
  ]);
});

describe('an object of the same name is another cluster’s', () => {
  test.each<[string, Partial<SeenInfrastructure>]>([
    ['if another cluster owns it', { clusterApi: [derived('u-x', [owner('Cluster', 'u-else')])], rkeClusters: [] }],
    ['in another namespace', { clusterApi: [{ ...clusterApi, namespace: 'default' }], rkeClusters: [] }],
    ['if nobody owns it', { clusterApi: [derived('u-x', [])], rkeClusters: [] }],
  ])('%s (T3, S2-039)', (_what, fields) => {
    expect(joined(fields)).toEqual([{ isProvisioned: false, management, provisioning }]);
  });
});

test('a cluster that Rancher has just begun to make has no v3 cluster yet (T4)', () => {
  const fresh = { ...provisioning, managementId: '' };
  expect(joined({ management: [], provisioning: [fresh], clusterApi: [], rkeClusters: [] })).toEqual([
    { isProvisioned: false, provisioning: fresh },
  ]);
});
