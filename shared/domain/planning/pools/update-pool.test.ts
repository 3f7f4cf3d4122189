import { expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { aUuid } from '#test/builders/builders';
import { aPool } from '#test/builders/pool-builders';
import { facts, idOf } from '#test/planning';
import type { PoolFacts } from './machine-in-tenant.ts';
import { type PoolUpdate, updatePool } from './update-pool.ts';

const FACTS: PoolFacts = {
  ...{
    tenant: { ...facts, serverGroups: [{ id: 'group-1' }] },
    baseImageName: 'ubuntu-24.04',
    sshUser: 'other',
    allocateFloatingIps: false,
  },
  site: DEFAULT_SITE_SETTINGS,
};
const before = aPool({ userData: '#cloud-config', rootVolume: { sizeGb: 64 }, autoscaling: { min: 1, max: 3 } });
const updated = (update: PoolUpdate) => updatePool(before, update, FACTS);

test('only the given fields change, and the tenant’s objects get the ids of the cloud (S2-024)', () => {
  expect(updated({ labels: { tier: 'blue' } })).toEqual({ spec: { ...before, labels: { tier: 'blue' } } });
  expect(updated({ flavorUuid: idOf('flavor', '2'), networkUuids: [idOf('network', 'network-1')] })).toEqual({
    spec: { ...before, flavorId: '2', networkId: 'network-1', floatingIpPool: undefined },
  });
});

test('a field without a value is cleared (S2-024)', () => {
  expect(updated({ rootVolume: undefined, autoscaling: undefined, userData: undefined })).toEqual({
    spec: { ...before, rootVolume: undefined, autoscaling: undefined, userData: undefined },
  });
});

test.each<[string, PoolUpdate]>([
  ['flavor', { flavorUuid: aUuid() }],
  ['image', { imageUuid: aUuid() }],
  ['networks', { networkUuids: [aUuid()] }],
  ['security_groups', { securityGroupUuids: [aUuid()] }],
  ['server_group', { serverGroupId: 'group-of-another' }],
  ['root_volume', { rootVolume: { sizeMb: 1 } }],
  ['data_volumes', { dataVolumes: [{ sizeMb: 1024, mountPoint: '/data', filesystem: 'ext4' }] }],
])('%s is refused by its name where the tenant does not have it (S2-024)', (field, update) => {
  expect(updated(update)).toEqual({ errors: { [field]: expect.any(Array) } });
});
