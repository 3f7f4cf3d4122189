import { expect, test } from 'vitest';
import { emptiestTenant, newestNodes, nodeLike } from './node-like.ts';

const SPEC = {
  ...{ flavor: '2', flavor_name: 'm', vcpu: 2, ram: 4096, image: 'i', subnet: 's', tenant: 't', security_groups: [] },
  ...{ system_volume_size: 65_536, system_volume_type: 'fast' },
  data_volumes: [{ size: 1024, mount_point: '/data', filesystem: 'ext4', volume_type: null }],
};
const MATERIAL = { subnet: 'uuid of s', flavor: 'uuid of m', volumeTypes: { fast: 'uuid of fast' } };

test('a new node is like the one that is copied', () => {
  expect(nodeLike({ role: 'agent', initial_data: SPEC }, { uuid: 'c', tenant_uuid: 't' }, MATERIAL)).toEqual({
    ...{ cluster: 'c', role: 'agent', subnet: 'uuid of s', flavor: 'uuid of m' },
    ...{ system_volume_size: 65_536, system_volume_type: 'uuid of fast' },
    data_volumes: [{ size: 1024, mount_point: '/data', filesystem: 'ext4' }],
  });
});

test('a node names its tenant where the cluster has none of its own', () => {
  const cluster = { uuid: 'c', tenant_uuid: '' };
  expect(nodeLike({ role: 'agent', initial_data: SPEC }, cluster, MATERIAL)).toMatchObject({ tenant: 't' });
});

test('nodes of a managed cluster are added where the fewest are, in turn', () => {
  const inTenant = (tenant: string) => ({ initial_data: { tenant } });
  const all = ['a', 'b', 'a'].map(inTenant);
  expect([0, 1, 2].map((index) => emptiestTenant(all, all, index))).toEqual(['b', 'a', 'b']);
  expect(emptiestTenant([inTenant('a')], [], 0)).toBeUndefined();
});

test('the newest nodes come first, and of nodes of the same moment the last name', () => {
  const node = (name: string, created: string) => ({ name, created });
  const nodes = [node('a-1', '2026-11-01'), node('a-3', '2026-11-02'), node('a-2', '2026-11-02')];
  expect(newestNodes(nodes, 2).map(({ name }) => name)).toEqual(['a-3', 'a-2']);
});
