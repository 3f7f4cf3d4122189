import { expect, test } from 'vitest';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import { DEFAULT_POOL_SETTINGS } from '#shared/domain/pools/order/default-settings';
import { aUuid } from '#test/builders/builders';
import { aManagedPool, someManagedAttributes } from '#test/builders/managed-inputs';
import { aNodeRequest } from '#test/builders/order-inputs';
import { facts } from '#test/planning';
import { aPoolRequest, aServerPoolRequest, poolOrder } from '#test/pool-orders';
import { managedPoolErrors, poolOrderErrors } from './order-errors.ts';

const settings = (fields: object) => ({ poolSettings: { ...DEFAULT_POOL_SETTINGS, ...fields } });
const nodes = [aNodeRequest(facts)];

test.each<[string, Partial<OrderAttributes>]>([
  ['default settings', {}],
  ['settings of its own', settings({ cni: 'calico', clusterCidr: '10.52.0.0/16' })],
  [
    'an empty pool of workers',
    { pools: [aServerPoolRequest(), aPoolRequest(), aPoolRequest({ name: 'gpu', quantity: 0 })] },
  ],
])('an order of pools with %s has no errors (S2-001)', (_what, fields) => {
  expect(poolOrderErrors(poolOrder(fields), [])).toEqual({});
});

test.each<[string, Partial<OrderAttributes>, object]>([
  ['no pool', { pools: [] }, { pools: ['Order at least one pool.'] }],
  ['no tenant', { tenantUuid: undefined }, { tenant: ['This field is required.'] }],
  ['nodes', { nodes }, { nodes: ['Clusters of this offering have pools of machines instead of nodes: use `pools`.'] }],
  [
    'a template, whose nodes are added to it',
    { nodes, clusterTemplateUuid: aUuid() },
    {
      cluster_template: [
        'Cluster templates have nodes, but clusters of this offering have machine pools. Leave the template out.',
      ],
    },
  ],
  [
    'an SSH key',
    { sshPublicKey: 'ssh-ed25519 AAAA ada' },
    { ssh_public_key: ['Rancher creates an SSH key for each machine of a pool. Leave this field out.'] },
  ],
  [
    'security groups of nodes',
    { securityGroupUuids: [aUuid()] },
    { security_groups: ['Name the security groups in each pool instead.'] },
  ],
  [
    'a wrong pool',
    { pools: [aServerPoolRequest(), aPoolRequest({ name: 'Workers' })] },
    {
      pools: [
        {},
        {
          name: ['Enter up to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends.'],
        },
      ],
    },
  ],
  [
    'no machine for workloads',
    { pools: [aServerPoolRequest()] },
    { non_field_errors: ['A cluster needs at least one machine with the role worker.'] },
  ],
  [
    'networks that overlap',
    settings({ clusterCidr: '10.43.8.0/24' }),
    { cluster_cidr: ['10.43.8.0/24 overlaps with service_cidr (10.43.0.0/16).'] },
  ],
])('an order of pools with %s is refused by the field (S2-001)', (_what, fields, errors) => {
  expect(poolOrderErrors(poolOrder(fields), [])).toEqual(errors);
});

test('an order of pools with attributes of Cluster API is refused by each of them (S2-001)', () => {
  const text = 'Clusters of this offering have pools and are not made by Cluster API: use `pools`.';
  expect(poolOrderErrors(poolOrder(), ['cluster_api_template', 'labels'])).toEqual({
    cluster_api_template: [text],
    labels: [text],
  });
});

const managed = (fields: Parameters<typeof someManagedAttributes>[0]) =>
  managedPoolErrors(someManagedAttributes({ workerNodesFlavorName: '', pools: [aManagedPool()], ...fields }));

test('a managed order of pools has no errors (S2-001)', () => {
  expect(managed({})).toEqual({});
});

test.each<[string, Parameters<typeof managed>[0], object]>([
  ['no pool', { pools: undefined }, { pools: ['Order at least one pool.'] }],
  [
    'workers',
    { workerNodesFlavorName: 'worker' },
    { worker_nodes_flavor_name: [expect.stringContaining('pools of machines instead of nodes')] },
  ],
  ['an SSH key', { sshPublicKey: 'ssh-ed25519 AAAA ada' }, { ssh_public_key: [expect.stringContaining('Leave this')] }],
  [
    'another CNI in several clouds',
    { openstackOfferingUuids: [aUuid(), aUuid()], ...settings({ cni: 'calico' }) },
    { cni: ['A cluster in several clouds needs cilium. Only the ports of this CNI are open between clouds.'] },
  ],
  [
    'a pool of servers without machines',
    { pools: [aManagedPool({ quantity: 0 })] },
    { pools: [{ quantity: ['Only a pool of workers may have 0 machines.'] }], non_field_errors: expect.any(Array) },
  ],
])('a managed order of pools is refused with %s (S2-001, T6)', (_what, fields, errors) => {
  expect(managed(fields)).toEqual(errors);
});
