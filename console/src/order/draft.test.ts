import { expect, test } from 'vitest';
import { type Draft, EMPTY_DRAFT, isPlannable, type Mode, orderBody, withProject, withTenant } from './draft.ts';

const draft: Draft = {
  ...EMPTY_DRAFT,
  ...{ project: 'p', name: 'web', tenant: 't', subnet: 's', clouds: ['c1', 'c2'] },
  servers: { count: 1, flavor: 'f1', disk: 64, data: 0 },
  agents: { count: 2, flavor: 'f2', disk: 80, data: 10 },
};

test('a self-managed cluster names each node, with sizes in MB', () => {
  const agent = {
    ...{ role: 'agent', subnet: 's', flavor: 'f2', system_volume_size: 81_920 },
    data_volumes: [{ size: 10_240, mount_point: '/var/lib/longhorn' }],
  };
  expect(orderBody('o', 'self_managed', { ...draft, version: 'v1.31.7+rke2r1' })).toEqual({
    ...{ offering: 'o', project: 'p' },
    attributes: {
      ...{ name: 'web', kubernetes_version: 'v1.31.7+rke2r1', tenant: 't' },
      nodes: [{ role: 'server', subnet: 's', flavor: 'f1', system_volume_size: 65_536 }, agent, agent],
    },
  });
});

test('a managed cluster names its clouds and its workers', () => {
  expect(orderBody('o', 'managed', { ...draft, key: 'ssh-ed25519 A' }).attributes).toEqual({
    ...{ name: 'web', ssh_public_key: 'ssh-ed25519 A', openstack_offering_uuid_list: ['c1', 'c2'] },
    ...{ worker_nodes_count: 2, worker_nodes_flavor_name: 'f2', worker_nodes_data_volume_size: 10_240 },
  });
});

test('pools are one of servers and one of workers, without an SSH key', () => {
  const { attributes } = orderBody('o', 'pools', { ...draft, network: 'n', key: 'ssh-ed25519 A' });
  const machine = (size: number) => ({ networks: ['n'], root_volume: { size } });
  expect(attributes).toEqual({
    ...{ name: 'web', tenant: 't' },
    pools: [
      { name: 'servers', roles: ['etcd', 'controlplane'], quantity: 1, flavor: 'f1', ...machine(65_536) },
      { name: 'workers', roles: ['worker'], quantity: 2, flavor: 'f2', ...machine(81_920) },
    ],
  });
});

test('a cluster of Cluster API names its template, and flavors only where they differ from it', () => {
  const agents = { ...draft.agents, flavor: '' };
  expect(orderBody('o', 'cluster_api', { ...draft, template: 'x', agents }).attributes).toEqual({
    ...{ name: 'web', tenant: 't', cluster_api_template: 'x', master_count: 1, node_count: 2, master_flavor_id: 'f1' },
  });
});

test.each<[Mode, Partial<Draft>, boolean]>([
  ['self_managed', {}, true],
  ['self_managed', { name: '' }, false],
  ['self_managed', { subnet: '' }, false],
  ['self_managed', { servers: { ...draft.servers, flavor: '' } }, false],
  ['pools', { subnet: '', network: 'n' }, true],
  ['pools', {}, false],
  ['cluster_api', {}, false],
  ['cluster_api', { template: 'x', subnet: '' }, true],
  ['managed', { subnet: '', servers: { ...draft.servers, flavor: '' } }, true],
  ['managed', { clouds: [] }, false],
])('of a %s cluster with %j, a plan can be asked for: %s', (mode, changes, isReady) => {
  expect(isPlannable(mode, { ...draft, ...changes })).toBe(isReady);
});

test('with another project or tenant, everything in the former one has to be chosen again', () => {
  const chosen = { ...draft, network: 'n', template: 'x' };
  expect({ ...chosen, ...withTenant('other') }).toEqual({ ...chosen, tenant: 'other', subnet: '', network: '' });
  expect({ ...chosen, ...withProject('other') }).toEqual({
    ...chosen,
    ...{ project: 'other', tenant: '', subnet: '', network: '', template: '' },
  });
});
