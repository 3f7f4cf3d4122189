import { describe, expect, test } from 'vitest';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { PlanFacts } from '#shared/domain/planning/plan';
import { DEFAULT_POOL_SETTINGS } from '#shared/domain/pools/order/default-settings';
import { aUuid } from '#test/builders/builders';
import { aSecurityGroup } from '#test/builders/order-inputs';
import { aPool, aServerPool } from '#test/builders/pool-builders';
import { facts, factsOf, idOf } from '#test/planning';
import { aPoolRequest, aServerPoolRequest, poolOrder } from '#test/pool-orders';
import { refusalOf } from '#test/refusal-of';
import { planPools, poolProblems } from './plan.ts';

const planned = (order: Partial<OrderAttributes> = {}, given: Partial<PlanFacts> = {}, tenant = facts) =>
  planPools(poolOrder(order), factsOf([tenant], given));
const inCloud = { flavorId: '2', imageId: 'image-1', networkId: 'network-1', securityGroupIds: ['group-1'] };

describe('the plan of pools', () => {
  test('has each pool with the ids of the cloud, and the networks of its machines (S2-001)', () => {
    expect(planned()).toEqual({
      nodes: [],
      pools: [aServerPool(inCloud), aPool(inCloud)],
      nodeCidrs: ['10.20.0.0/16'],
    });
  });

  test('has the account of the provider’s image (S2-024)', () => {
    const users = planned({}, { imageUser: 'rocky' }).pools?.map(({ sshUser }) => sshUser);
    expect(users).toEqual(['rocky', 'rocky']);
  });

  test('is refused with the errors of all pools, each at its place (S2-024)', () => {
    const pools = [
      aServerPoolRequest({ networkUuids: [] }),
      aPoolRequest(),
      aPoolRequest({ name: 'large', rootVolume: { sizeMb: 102_400, volumeTypeUuid: idOf('volume-type', 'none') } }),
    ];
    const type = `Volume type ${idOf('volume-type', 'none')} is not visible in tenant ${facts.tenant.name}.`;
    expect(refusalOf(() => planned({ pools }))).toEqual({
      pools: [
        { networks: ['Choose exactly one network, because Rancher connects a machine to one network only.'] },
        {},
        { root_volume: [type] },
      ],
    });
  });

  test('is refused where a machine would have no disk to boot from (S2-024)', () => {
    const flavors = facts.flavors.map((flavor) => ({ ...flavor, diskGb: 0 }));
    const text =
      'Flavor m1.medium has a disk of 0 GB, and image ubuntu-24.04 needs 4 GB: choose another flavor, or a root volume.';
    expect(refusalOf(() => planned({}, {}, { ...facts, flavors }))).toEqual({
      pools: [{ flavor: [text] }, { flavor: [text] }],
    });
  });

  test('is refused where pods would have addresses of machines (S2-032)', () => {
    const poolSettings = { ...DEFAULT_POOL_SETTINGS, clusterCidr: '10.20.4.0/24' };
    expect(refusalOf(() => planned({ poolSettings }))).toEqual({
      cluster_cidr: ['10.20.4.0/24 overlaps with the network of machines (10.20.0.0/16).'],
    });
  });

  test('has the network of floating IPs, if the provider gives one to each machine (S2-024)', () => {
    const tenant = { ...facts, externalNetworks: [{ id: 'public-1', name: 'public' }] };
    const pools = planned({}, { allocateFloatingIps: true }, tenant).pools ?? [];
    expect(pools.map(({ floatingIpPool }) => floatingIpPool)).toEqual(['public', 'public']);
  });

  test('is refused without its tenant (S2-001)', () => {
    expect(refusalOf(() => planned({ tenantUuid: aUuid() }))).toHaveProperty('tenant');
  });
});

describe('a plan of pools is compared with its tenant', () => {
  const problems = (fields: Partial<TenantFacts>) =>
    poolProblems(planned(), new Map([[facts.tenant.uuid, { ...facts, ...fields }]]));

  test('which has room for all machines of all pools (S2-014)', () => {
    expect(problems({ quotas: { instances: { limit: 10, used: 4 } } })).toEqual({});
  });

  test('which has no room for one of them (S2-014)', () => {
    const { pools } = problems({ quotas: { instances: { limit: 10, used: 5 } } });
    expect(pools).toEqual([expect.stringContaining(`Tenant ${facts.tenant.name}: `)]);
  });

  test('whose security groups keep servers and workers apart (S0-359)', () => {
    const { pools } = problems({ securityGroups: [aSecurityGroup({ id: 'group-1', name: 'default' })] });
    expect(pools).toEqual([expect.stringContaining('do not let its nodes reach each other on tcp 9345')]);
  });
});
