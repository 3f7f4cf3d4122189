import { describe, expect, test } from 'vitest';
import { Conflict, Invalid } from '#shared/errors';
import { aPool, aServerPool, machinesOf, OFFERED } from '#test/pool-builders';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import { leavingOrder, type PoolMachine } from '../change/pool-machine.ts';
import { assertMachineRemovable, forcedRemoval, removalWait, removalWrites } from './machine-removal.ts';

const pools = (servers: number) => [aServerPool({ quantity: servers }), aPool({ name: 'w', quantity: 1 })];
const machines = (servers: number) => pools(servers).flatMap((pool) => machinesOf(pool));
const withState = (all: PoolMachine[], name: string, fields: Partial<PoolMachine>) =>
  all.map((one) => (one.name === name ? { ...one, ...fields } : one));

describe('a machine', () => {
  test('with the last etcd or control plane cannot be deleted (T23, S2-014)', () => {
    const last = new Invalid(['Cannot delete the last etcd member of the cluster.']);
    expect(() => assertMachineRemovable('servers-1', machines(1))).toThrow(last);
    const two = withState(machines(3), 'servers-2', { isBeingDeleted: true }).filter(
      ({ name }) => name !== 'servers-3',
    );
    expect(() => assertMachineRemovable('servers-1', two)).toThrow(last);
    const planes = [
      ...machines(3).slice(0, 1),
      ...machinesOf(aPool({ name: 'cp', roles: ['controlplane'], quantity: 1 })),
    ];
    expect(() => assertMachineRemovable('servers-1', planes)).toThrow(last);
    const apart = machines(3).map(
      (one): PoolMachine => ({ ...one, roles: one.poolName === 'w' ? ['controlplane'] : ['etcd'] }),
    );
    expect(() => assertMachineRemovable('w-1', apart)).toThrow('Cannot delete the last control plane machine');
  });

  test('with etcd cannot be deleted while another member is away (T31)', () => {
    for (const fields of [{ isReady: false }, { isBeingDeleted: true }]) {
      const away = withState(machines(3), 'servers-2', fields);
      const said = new Conflict(
        'Only one etcd member may be unavailable at a time. Wait until these are ready or gone: servers-2.',
      );
      expect(() => assertMachineRemovable('servers-1', away)).toThrow(said);
      // The one that is away can be deleted: another one comes in its place.
      expect(() => assertMachineRemovable('servers-2', away)).not.toThrow();
    }
  });

  test.each(['servers-1', 'w-1', 'unknown'])('%s of a whole cluster can be deleted (T29)', (name) => {
    expect(() => assertMachineRemovable(name, machines(3))).not.toThrow();
  });
});

describe('a removal', () => {
  const writes = (kind: 'replace' | 'shrink', all: readonly [PoolSpec, ...PoolSpec[]], pool = all[0]) =>
    removalWrites(kind, pool, all, OFFERED);
  const workers = aPool({ quantity: 2 });

  test('in favour of a new machine deletes the Machine (D8, T29)', () => {
    expect(writes('replace', [workers, aServerPool()])).toEqual({ annotations: {}, isDeleted: true });
  });

  test('of a chosen machine marks it before the pool gets smaller (T29)', () => {
    expect(writes('shrink', [workers, aServerPool()])).toEqual({
      ...{ annotations: { 'cluster.x-k8s.io/delete-machine': 'true' }, quantity: 1, isDeleted: false },
    });
  });

  test.each<[string, PoolSpec, string]>([
    ['an even number of members of etcd', aServerPool(), 'etcd needs 1, 3, 5 or 7 members, and the pools have 2.'],
    [
      'fewer machines than the bounds',
      aPool({ quantity: 2, autoscaling: { min: 2, max: 5 } }),
      'The autoscaler keeps the pool at 2 to 5 machines. Choose a number in this range, or change the range.',
    ],
  ])('is refused when it leaves %s (T23, T27)', (_what, pool, said) => {
    const others = [aServerPool({ name: 'other' }), aPool({ name: 'w' })].slice(pool.name === 'servers' ? 1 : 0);
    expect(() => writes('shrink', [pool, ...others])).toThrow(new Invalid({ quantity: [said] }));
  });

  test('is refused in a paused pool (T28)', () => {
    const paused = { ...workers, paused: true };
    for (const kind of ['replace', 'shrink'] as const) {
      expect(() => writes(kind, [paused, aServerPool()])).toThrow(Conflict);
    }
  });
});

test('a pool loses chosen machines first, then unhealthy ones, then the oldest (T24, T29)', () => {
  const [a, b, c, d] = machinesOf(aPool({ quantity: 4 }));
  if (!a || !b || !c || !d) throw new Error('four machines were made');
  const order = leavingOrder([b, { ...d, isChosen: true }, { ...c, isReady: false }, a]);
  expect(order.map(({ name }) => name)).toEqual(['workers-4', 'workers-3', 'workers-1', 'workers-2']);
});

test.each([
  ['InfrastructureReady', 'DeleteError', true],
  ['InfrastructureReady', 'Deleting', false],
  ['Ready', 'DeleteError', false],
])('with %s %s a machine may be forgotten: %s (T30)', (type, reason, isAllowed) => {
  const mark = { 'provisioning.cattle.io/force-machine-remove': 'true' };
  expect(forcedRemoval([{ type, status: 'False', reason }])).toEqual(isAllowed ? mark : undefined);
});

test('a member of etcd that is being deleted says what it waits for (T31)', () => {
  const annotations = {
    'pre-terminate.delete.hook.machine.cluster.x-k8s.io/rke-bootstrap-cleanup': 'rke-bootstrap-controller',
  };
  expect(removalWait({ isBeingDeleted: true, annotations })).toBe('The machine is deleted when it has left etcd.');
  expect(removalWait({ isBeingDeleted: false, annotations })).toBeUndefined();
  expect(removalWait({ isBeingDeleted: true, annotations: {} })).toBeUndefined();
});
