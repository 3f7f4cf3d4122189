import { expect, test } from 'vitest';
import { chooseFlavor } from './choose-flavor.ts';
import { attributesOf, wayOf } from './order-request.ts';
import { faultsOf, planText } from './plan-text.ts';

const flavor = (name: string, cores: number, gb: number) => ({ uuid: name.repeat(32), name, cores, ram: gb * 1024 });
const FLAVORS = [flavor('l', 4, 8), flavor('s', 1, 2), flavor('m', 2, 4)];

test.each([
  ['the smallest that is large enough', undefined, 2, 4, 'm'],
  ['one with more memory', undefined, 2, 6, 'l'],
  ['the one that was named, even if it is small', 's', 2, 4, 's'],
])('a flavor is chosen: %s', (_, given, cores, memoryGb, expected) => {
  expect(chooseFlavor(FLAVORS, given, { cores, memoryGb }).name).toBe(expected);
});

test('without a flavor that is large enough, the flavors are listed', () => {
  expect(() => chooseFlavor(FLAVORS, undefined, { cores: 64, memoryGb: 4 })).toThrow(
    expect.objectContaining({
      message: 'No flavor has 64 cores and 4 GB.',
      nextStep: expect.stringContaining('l (4 cores, 8 GB)'),
    }),
  );
});

test.each([
  [{}, 'nodes'],
  [{ deployment_mode: 'self_managed' }, 'nodes'],
  [{ deployment_mode: 'self_managed', driver: 'rancher-pools' }, 'pools'],
  [{ driver: 'cluster-api' }, 'cluster-api'],
  [{ deployment_mode: 'managed' }, 'managed'],
])('an offering with %j is ordered by %s', (options, expected) => {
  expect(wayOf(options)).toBe(expected);
});

const WANTED = {
  name: 'demo',
  servers: 1,
  agents: 2,
  serverFlavor: 'big',
  agentFlavor: 'small',
  disk: 64,
  dataDisk: 20,
  tenant: 't',
  subnet: 's',
};

test('a cluster of nodes has a node for each server and agent, with sizes in MB', () => {
  const node = { subnet: 's', system_volume_size: 65_536 };
  const agent = { ...node, role: 'agent', flavor: 'small' };
  expect(attributesOf('nodes', WANTED)).toEqual({
    ...{ name: 'demo', tenant: 't' },
    nodes: [{ ...node, role: 'server', flavor: 'big' }, agent, agent],
  });
});

test('a template says what nodes a cluster has', () => {
  expect(attributesOf('nodes', { ...WANTED, template: 'x' })).toEqual({
    ...{ name: 'demo', tenant: 't', subnet: 's', cluster_template: 'x' },
  });
});

test('a cluster of pools has one pool of servers and one of agents', () => {
  expect(attributesOf('pools', { ...WANTED, network: 'n' })).toMatchObject({
    pools: [
      { roles: ['etcd', 'controlplane'], quantity: 1, flavor: 'big', networks: ['n'], root_volume: { size: 65_536 } },
      { roles: ['worker'], quantity: 2, flavor: 'small' },
    ],
  });
});

test('a managed cluster names its clouds and workers, one of Cluster API its template', () => {
  expect(attributesOf('managed', { ...WANTED, clouds: ['c'], version: 'v1' })).toEqual({
    ...{ name: 'demo', kubernetes_version: 'v1', openstack_offering_uuid_list: ['c'] },
    ...{ worker_nodes_count: 2, worker_nodes_flavor_name: 'small', worker_nodes_data_volume_size: 20_480 },
  });
  expect(attributesOf('cluster-api', { ...WANTED, template: 'x', serverFlavor: '' })).toEqual({
    ...{ name: 'demo', tenant: 't', cluster_api_template: 'x', master_count: 1, node_count: 2, flavor_id: 'small' },
  });
});

test('all faults of an order are at their fields', () => {
  expect(faultsOf([{ name: ['Taken.'] }, { nodes: [{}, { flavor: ['Too small.'] }] }])).toEqual([
    { field: 'name', message: 'Taken.' },
    { field: 'nodes.1.flavor', message: 'Too small.' },
  ]);
});

test('a plan shows machines once with their number, quotas and cost', () => {
  const server = {
    ...{ name: 'n', role: 'server' as const, flavor_id: 'f', flavor_name: 'm', cores: 2, ram: 4096 },
    image_id: 'i',
  };
  const servers = [1, 2].map(() => ({ ...server, image_name: 'i', tags: [], port: 'p' }));
  const volumes = [1, 2].map(() => ({ server: 'n', device: 'vda', size: 64, type: null, mount_point: null }));
  const tenant = {
    tenant_uuid: 't',
    tenant_name: 'demo',
    ports: [],
    servers,
    volumes,
    floating_ips: [],
    pools: [],
    infrastructure: null,
  };
  const quotas = [
    { name: 'cores', limit: 10, used: 2, after: 6 },
    { name: 'ram', limit: -1, used: 0, after: 1 },
  ];
  const rancher = {
    cluster: { name: 'demo', kubernetes_version: 'v1', labels: {} },
    registration_token: null,
    pools: null,
  };
  const text = planText({
    ...{ valid: true, errors: [], hints: ['One server only.'], cluster_api: null, project: null },
    objects: {
      ...{ vm_project: null, vault: null, argocd: null, tenants: [{ ...tenant, quotas }] },
      rancher: { ...rancher, registry_secret: null, api_key: null },
    },
    estimate: { hours_per_month: 730, components: [], total: '12.00', currency: 'EUR' },
  });
  expect(text).toMatchSnapshot();
});
