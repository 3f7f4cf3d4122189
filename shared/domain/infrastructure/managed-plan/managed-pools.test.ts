import { describe, expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import {
  aManagedPool,
  managedPlan,
  someManagedAttributes,
  someManagedOptions,
  zones,
} from '#test/builders/managed-inputs';
import type { ManagedPoolRequest } from '../managed-pool-request.ts';
import type { OfferedCloud } from '../offered-cloud.ts';
import { choiceProblems } from './choice-problems.ts';
import { cloudProblems } from './cloud-problems.ts';
import { tenantCounts } from './tenant-count-quotas.ts';

const [one, two] = zones;
const NO_WORKERS = { workerNodesCount: 0, workerNodesFlavorName: '', workerNodesDataVolumeSizeMb: 0 };
const inZone = (cloud: OfferedCloud | undefined, fields: Partial<ManagedPoolRequest> = {}) =>
  aManagedPool({ flavorName: 'server', offeringUuid: cloud?.offeringUuid, ...fields });
const orderOf = (pools: ManagedPoolRequest[], clouds: readonly OfferedCloud[] = zones.slice(0, 2)) =>
  someManagedAttributes({
    ...{ ...NO_WORKERS, pools },
    openstackOfferingUuids: clouds.map(({ offeringUuid }) => offeringUuid),
  });
const planOf = (pools: ManagedPoolRequest[], fields: Parameters<typeof managedPlan>[1] = {}) => {
  const clouds = zones.slice(0, 2);
  return managedPlan({ attributes: orderOf(pools), clouds }, fields);
};

describe('the plan of a managed order with pools', () => {
  const [first, second] = planOf([
    inZone(one),
    inZone(two, { name: 'workers', roles: ['worker'], quantity: 2, autoscaling: { min: 1, max: 4 } }),
  ]).tenants;

  test('has each pool in the tenant of its cloud, and no nodes (S0-010, S2-001)', () => {
    expect([first?.nodes, second?.nodes]).toEqual([[], []]);
    expect(first?.pools).toMatchObject([{ name: 'servers', flavorId: '3', imageId: 'image-1', sshUser: 'ubuntu' }]);
    expect(second?.pools).toMatchObject([{ name: 'workers', rootVolume: { sizeGb: 64 }, vcpus: 8 }]);
  });

  test('has quotas for a load balancer and all machines that pools may have (S0-330)', () => {
    expect(first?.limits).toEqual({ cores: 2 + 3 * 8, ram: 4096 + 3 * 16_384, storage: (20 + 10 + 3 * 64) * 1024 });
    expect(second?.limits).toMatchObject({ cores: 2 + 4 * 8, storage: (20 + 10 + 4 * 64) * 1024 });
    expect(second && tenantCounts({ securityGroups: [] }, second)).toMatchObject({
      ...{ instances: 5, serverGroupMembers: 4, volumes: 2 + 4, floatingIps: 1 },
    });
  });

  test('gives machines floating IPs if the provider does so for all machines (S0-283)', () => {
    const [tenant] = planOf([inZone(one), inZone(two, { name: 'b' })], { allocateFloatingIps: true }).tenants;
    expect(tenant?.pools).toMatchObject([{ floatingIpPool: 'public' }]);
    expect(tenant && tenantCounts({ securityGroups: [] }, tenant).floatingIps).toBe(4);
  });

  test('uses the type of a volume only where volumes get types (S0-250)', () => {
    const pools = [inZone(one, { rootVolume: { sizeMb: 65_536, typeName: 'ssd-fast' } }), inZone(two, { name: 'b' })];
    const typesIn = (options: object) =>
      managedPlan({ attributes: orderOf(pools), clouds: zones.slice(0, 2), options }).tenants[0]?.pools?.[0]
        ?.rootVolume;
    expect(typesIn({})).toEqual({ sizeGb: 64 });
    expect(typesIn({ storage_mode: 'dynamic' })).toEqual({ sizeGb: 64, volumeType: 'ssd-fast' });
  });
});

describe('a managed order with pools is refused', () => {
  const problems = (order: ReturnType<typeof orderOf>) =>
    choiceProblems(order, someManagedOptions({ openstack_offering_uuid_list: zones.map((it) => it.offeringUuid) }), {
      disableDataVolumeCreation: false,
    });
  test.each<[string, ManagedPoolRequest[], unknown]>([
    [
      'a pool without a cloud, if there are several',
      [aManagedPool({ flavorName: 'server' }), inZone(two, { name: 'b' })],
      { pools: [{ openstack_offering: ['This field is required if the order has several clouds.'] }, {}] },
    ],
    [
      'a pool in a cloud that it does not name',
      [inZone(one), inZone(two, { name: 'b' }), inZone(zones[2], { name: 'c' })],
      { pools: [{}, {}, { openstack_offering: [expect.stringContaining(zones[2]?.offeringUuid ?? '')] }] },
    ],
    [
      'a cloud without a pool',
      [inZone(one)],
      { openstack_offering_uuid_list: [`No pool is in these OpenStack offerings: ${two?.offeringUuid}`] },
    ],
    [
      'more machines than a network has addresses',
      [inZone(one), inZone(two, { name: 'b', quantity: 189 })],
      { pools: [expect.stringContaining('has room for 188 machines')] },
    ],
  ])('with %s (S2-001)', (_what, pools, errors) => {
    expect(problems(orderOf(pools))).toEqual([errors]);
  });

  test('not for an even number of clouds, because it says itself where etcd is', () => {
    expect(problems(orderOf([inZone(one), inZone(two, { name: 'b' })]))).toEqual([]);
  });

  test.each<[string, Partial<ManagedPoolRequest>, unknown]>([
    ['an unknown flavor', { flavorName: 'none' }, { flavor_name: [expect.stringContaining('not available')] }],
    [
      'a root volume that is too small',
      { rootVolume: { sizeMb: 1024 } },
      {
        root_volume: ['Ensure this value is greater than or equal to 65536 MB.', expect.stringContaining('needs 4 GB')],
      },
    ],
  ])('with %s, by pool (S2-001)', (_what, fields, errors) => {
    const attributes = orderOf([inZone(one), inZone(two, { name: 'b', ...fields })]);
    const ordered = { attributes, options: someManagedOptions(), site: DEFAULT_SITE_SETTINGS };
    expect(cloudProblems(ordered, zones.slice(0, 2))).toEqual([{ pools: [{}, errors] }]);
  });
});
