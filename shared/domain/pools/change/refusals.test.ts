import { describe, expect, test } from 'vitest';
import { someTenantFacts } from '#test/builders/order-inputs';
import { aPoolCluster, machinesOf } from '#test/builders/pool-builders';
import { ALL, type PlannedFields, planOf, servers, strategy, workers } from '#test/pool-changes';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';

describe('a change is refused, and has no steps,', () => {
  const refused = (fields: PlannedFields) => {
    const plan = planOf(fields);
    expect([plan.steps, plan.expectedSeconds]).toEqual([[], null]);
    return plan.refused;
  };

  test('when it deletes the last machine of a role (D8, T23)', () => {
    expect(refused({ pools: [workers] })).toEqual([
      { field: 'pools', message: 'A cluster needs at least one machine with the role etcd.' },
      { field: 'pools', message: 'A cluster needs at least one machine with the role controlplane.' },
    ]);
    expect(refused({ pools: [{ ...servers, quantity: 0 }, workers] })).toContainEqual({
      ...{ pool: 'servers', field: 'quantity', message: 'Only a pool of workers may have 0 machines.' },
    });
  });

  test('but not for what was wrong before, unless it needs new machines', () => {
    const old = [
      { ...servers, quantity: 2 },
      { ...workers, flavorId: 'f-gone' },
    ];
    const current = { spec: aPoolCluster(), pools: old };
    const machines = old.flatMap((pool) => machinesOf(pool));
    const labelled = old.map((pool) => ({ ...pool, labels: { tier: 'front' } }));
    expect(planOf({ current, machines, pools: labelled }).refused).toEqual([]);
    const [two = servers, gone = workers] = old;
    expect(refused({ current, machines, pools: [two, { ...gone, quantity: 5 }] })).toEqual([
      { pool: 'a', field: 'flavor', message: 'The cloud has no flavor f-gone.' },
    ]);
    expect(refused({ current, machines, pools: [{ ...two, quantity: 4 }, gone] })).toEqual([
      { field: 'pools', message: 'etcd needs 1, 3, 5 or 7 members, and the pools have 4.' },
    ]);
  });

  test('when a field never changes (T37)', () => {
    const roles = { ...servers, roles: ['etcd', 'controlplane', 'worker'] as PoolSpec['roles'] };
    expect(refused({ pools: [roles, workers], spec: { dataDirectory: '/data' } })).toEqual([
      { field: 'data_directory', message: 'The directories of Kubernetes are chosen once. Order another cluster.' },
      {
        ...{ pool: 'servers', field: 'roles' },
        message: 'The roles of a machine never change. Add a pool with other roles and delete this one.',
      },
    ]);
  });

  test('when it touches members of etcd and one is away (D8)', () => {
    const machines = ALL.map((one) => (one.name === 'servers-2' ? { ...one, isReady: false } : one));
    const message = '2 of 3 etcd members are ready. Wait until the others are ready, or delete them: servers-2.';
    expect(refused({ machines, pools: [{ ...servers, rootVolume: { sizeGb: 50 } }, workers] })).toEqual([
      { field: 'pools', message },
    ]);
    expect(refused({ machines, spec: { tlsSans: ['api.test'] } })).toEqual([{ field: 'pools', message }]);
    expect(planOf({ machines, pools: [servers, { ...workers, quantity: 5 }] }).refused).toEqual([]);
  });

  test('when it needs machines of a paused pool (T28)', () => {
    const paused = { ...workers, paused: true };
    expect(refused({ pools: [servers, { ...paused, quantity: 5 }] })).toEqual([
      {
        ...{ pool: 'a', field: 'paused' },
        message: 'Pool a is paused, but this change creates or deletes machines of the pool. Resume the pool first.',
      },
    ]);
    expect(planOf({ pools: [servers, paused] }).refused).toEqual([]);
  });

  describe('when the tenant has no room for the machines at their largest number (D9):', () => {
    const tenant = (instances: number, gigabytes = 1000) =>
      someTenantFacts({
        flavors: [{ id: 'f-1', name: 'm1.large', vcpus: 4, ramMb: 8192, diskGb: 40 }],
        quotas: {
          instances: { limit: instances, used: 5 },
          cores: { limit: -1, used: 20 },
          gigabytes: { limit: gigabytes, used: 0 },
        },
      });
    const volumes = [servers, { ...workers, rootVolume: { sizeGb: 50 } }];

    test('new machines', () => {
      const more = [servers, { ...workers, quantity: 4 }];
      expect(refused({ tenant: tenant(6), pools: more })).toEqual([
        { field: 'pools', message: expect.stringContaining('instances') },
      ]);
      expect(planOf({ tenant: tenant(7), pools: more }).refused).toEqual([]);
    });

    test('those that are there twice during a replacement', () => {
      expect(refused({ tenant: tenant(5), pools: volumes })).toHaveLength(1);
      expect(planOf({ tenant: tenant(6), pools: volumes }).refused).toEqual([]);
      expect(refused({ tenant: tenant(6), pools: volumes, spec: strategy('1', '0') })).toHaveLength(1);
    });

    test('their volumes, if they have any', () => {
      expect(refused({ tenant: tenant(9, 49), pools: volumes })).toMatchObject([
        { message: expect.stringContaining('gigabytes') },
      ]);
      const flavored = [servers, { ...workers, userData: '#cloud-config' }];
      expect(planOf({ tenant: tenant(9, 0), pools: flavored }).refused).toEqual([]);
    });
  });
});
