import { describe, expect, test } from 'vitest';
import { infrastructureMachine, poolMachine, withInfrastructure } from './machine-schemas.ts';

const LABELS = {
  ...{ 'rke.cattle.io/rke-machine-pool-name': 'servers', 'cluster.x-k8s.io/cluster-name': 'prod' },
  ...{ 'rke.cattle.io/etcd-role': 'true', 'rke.cattle.io/control-plane-role': 'true' },
};
const METADATA = { name: 'prod-servers-1', labels: LABELS, creationTimestamp: '2026-11-26T04:00:00Z' };
const SPEC = { clusterName: 'prod', infrastructureRef: { kind: 'OpenstackMachine', name: 'prod-servers-1' } };
const shown = (status?: object, metadata: object = {}, spec: object = {}) =>
  poolMachine.parse({ metadata: { ...METADATA, ...metadata }, spec: { ...SPEC, ...spec }, status }).machine;
const is = (type: string, status: string, more: object = {}) => ({ type, status, ...more });

test('a machine that was just made has a pool and roles, and neither node nor server (T32)', () => {
  expect(shown()).toEqual({
    ...{ name: 'prod-servers-1', poolName: 'servers', roles: ['etcd', 'controlplane'], phase: 'Unknown' },
    ...{ isReady: false, isBeingDeleted: false, isChosen: false, createdAt: METADATA.creationTimestamp },
    ...{ serverName: 'prod-servers-1', annotations: {}, conditions: [] },
  });
});

test('a machine that runs has its node and its server (T32, T35, S2-020)', () => {
  const status = { phase: 'Running', nodeRef: { name: 'prod-servers-1' }, conditions: [is('NodeReady', 'True')] };
  expect(shown(status, {}, { providerID: 'openstack:///s-1' })).toMatchObject({
    ...{ phase: 'Running', isReady: true, nodeName: 'prod-servers-1', providerId: 'openstack:///s-1' },
  });
});

test.each([
  ['the kubelet answers', [is('NodeReady', 'True'), is('NodeHealthy', 'False')], true],
  ['it does not', [is('NodeReady', 'Unknown'), is('NodeHealthy', 'True')], false],
  ['in releases without that condition', [is('NodeHealthy', 'True')], true],
  ['nothing is known', [is('Ready', 'True')], false],
])('a machine is ready when its node is: %s', (_what, conditions, isReady) => {
  expect(shown({ conditions }).isReady).toBe(isReady);
});

test('a deletion timestamp counts before the phase, and the mark of a chosen machine whatever its value (T29, T35)', () => {
  const annotations = { 'cluster.x-k8s.io/delete-machine': '' };
  const machine = shown({ phase: 'Running' }, { deletionTimestamp: '2026-11-26T05:00:00Z', annotations });
  expect(machine).toMatchObject({ phase: 'Deleting', isBeingDeleted: true, isChosen: true, annotations });
});

const FAILED = 'failed creating server: Quota exceeded';
test.each([
  ['refused, in Rancher’s words', { reason: 'CreateError', message: FAILED }, FAILED],
  ['refused without a word', { reason: 'CreateError' }, 'CreateError'],
  ['on its way', { reason: 'NotReady', message: 'creating server' }, undefined],
  ['not to be deleted', { reason: 'DeleteError', message: 'conflict' }, undefined],
])('a machine has failed when its server was %s (T53)', (_what, more, failure) => {
  expect(shown({ conditions: [is('InfrastructureReady', 'False', more)] }).failure).toBe(failure);
});

describe('a machine and its infrastructure', () => {
  const listed = poolMachine.parse({ metadata: METADATA, spec: SPEC });
  const infra = (name: string, spec: object = {}) =>
    infrastructureMachine.parse({
      metadata: { name, annotations: { 'cluster.x-k8s.io/cloned-from-name': `template-of-${name}` } },
      spec: { flavorId: 'f-1', imageId: 'i-1', userDataFile: '#cloud-config', ...spec },
    });

  test('belong together by the reference of the machine (S2-022)', () => {
    const other = { infrastructureRef: { kind: 'OpenstackMachine', name: 'prod-servers-2' } };
    const referring = poolMachine.parse({ metadata: METADATA, spec: { ...SPEC, ...other } });
    const [found] = withInfrastructure([referring], [infra('prod-servers-1'), infra('prod-servers-2')]);
    const server = { flavorId: 'f-1', imageId: 'i-1', rootVolumeGb: 0, templateName: 'template-of-prod-servers-2' };
    expect(found).toEqual({ provisioningName: 'prod', machine: { ...referring.machine, ...server } });
  });

  test('say how large the root volume is, if there is one', () => {
    // Without `bootFromVolume`, the driver's field `volumeSize` is the size of a second volume, not of a root volume.
    expect(infra('x', { bootFromVolume: true, volumeSize: '20' }).shown.rootVolumeGb).toBe(20);
    expect(infra('x', { bootFromVolume: false, volumeSize: '20' }).shown.rootVolumeGb).toBe(0);
  });

  test('need not be there at the same time', () => {
    expect(withInfrastructure([listed], [])).toMatchObject([{ machine: { ...listed.machine, templateName: '' } }]);
    expect(withInfrastructure([], [infra('prod-servers-1')])).toEqual([]);
    expect(infrastructureMachine.parse({ metadata: { name: 'x' } }).shown).toEqual({
      templateName: '',
      rootVolumeGb: 0,
    });
  });
});
