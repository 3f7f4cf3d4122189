import { describe, expect, test } from 'vitest';
import { Conflict, Invalid } from '#shared/errors';
import { aMachinePools, aPool, aServerPool, machinesOf } from '#test/builders/pool-builders';
import type { MachinePools } from '../../clusters/machine-pools.ts';
import { leavingOrder, type PoolMachine } from '../change/pool-machine.ts';
import { forcedRemoval, removalWait, removedMachine } from './machine-removal.ts';

const pools = (servers: number) => [aServerPool({ quantity: servers }), aPool({ name: 'w', quantity: 1 })];
const machines = (servers: number) => pools(servers).flatMap((pool) => machinesOf(pool));
/** Removes a machine from a cluster whose pools want three servers. `all` are the machines that exist. */
const remove = (name: string, all: PoolMachine[]) =>
  removedMachine({ name, kind: 'replace' }, aMachinePools(pools(3)), all);
const withState = (all: PoolMachine[], name: string, fields: Partial<PoolMachine>) =>
  all.map((one) => (one.name === name ? { ...one, ...fields } : one));

describe('a machine', () => {
  test('with the last etcd or control plane cannot be deleted (T23, S2-014)', () => {
    const last = new Invalid(['Cannot delete the last etcd member of the cluster.']);
    expect(() => remove('servers-1', machines(1))).toThrow(last);
    const two = withState(machines(3), 'servers-2', { isBeingDeleted: true }).filter(
      ({ name }) => name !== 'servers-3',
    );
    expect(() => remove('servers-1', two)).toThrow(last);
    const planes = [
      ...machines(3).slice(0, 1),
      ...machinesOf(aPool({ name: 'cp', roles: ['controlplane'], quantity: 1 })),
    ];
    expect(() => remove('servers-1', planes)).toThrow(last);
    const apart = machines(3).map(
      (one): PoolMachine => ({ ...one, roles: one.poolName === 'w' ? ['controlplane'] : ['etcd'] }),
    );
    expect(() => remove('w-1', apart)).toThrow('Cannot delete the last control plane machine');
  });

  test('with etcd cannot be deleted while another member is away (T31)', () => {
    for (const fields of [{ isReady: false }, { isBeingDeleted: true }]) {
      const away = withState(machines(3), 'servers-2', fields);
      const said = new Conflict(
        'Only one etcd member may be unavailable at a time. Wait until these machines are ready or gone: servers-2.',
      );
      expect(() => remove('servers-1', away)).toThrow(said);
    }
    // The unavailable machine itself can be deleted, and Rancher replaces it.
    expect(() => remove('servers-2', withState(machines(3), 'servers-2', { isReady: false }))).not.toThrow();
  });

  test.each(['servers-1', 'w-1'])('%s of a whole cluster can be deleted (T29)', (name) => {
    expect(() => remove(name, machines(3))).not.toThrow();
  });
});

describe('a removal', () => {
  const stored = aMachinePools([aServerPool(), aPool({ quantity: 2 })]);
  const present = stored.pools.flatMap(({ spec }) => machinesOf(spec));
  const quantities = ({ pools: all }: MachinePools) => all.map(({ spec }) => spec.quantity);

  test('in favour of a new machine deletes the Machine, and the pools stay (D8, T29)', () => {
    expect(removedMachine({ name: 'workers-1', kind: 'replace' }, stored, present)).toEqual({
      ...{ machinePools: stored, deleted: ['workers-1'] },
    });
  });

  test('of a chosen machine marks it, and its pool gets smaller (T29)', () => {
    const { machinePools, ...named } = removedMachine({ name: 'workers-1', kind: 'shrink' }, stored, present);
    expect([quantities(machinePools), named]).toEqual([[3, 1], { chosen: ['workers-1'] }]);
  });

  test('makes an autoscaled pool smaller than it is, not than it was ordered (T27)', () => {
    const scaled = aMachinePools([aServerPool(), aPool({ quantity: 2, autoscaling: { min: 1, max: 5 } })]);
    const four = [aServerPool(), aPool({ quantity: 4 })].flatMap((pool) => machinesOf(pool));
    const { machinePools } = removedMachine({ name: 'workers-1', kind: 'shrink' }, scaled, four);
    expect(quantities(machinePools)).toEqual([3, 3]);
  });

  test('that was interrupted is repeated, although its machine is gone (T29)', () => {
    expect(removedMachine({ name: 'gone', kind: 'shrink' }, stored, present, ['gone'])).toEqual({
      ...{ machinePools: stored },
    });
  });

  test('is forced only if the cloud has refused to delete the server (T30)', () => {
    const stuck = withState(present, 'workers-1', { isBeingDeleted: true });
    const force = (reason: string) =>
      removedMachine(
        { name: 'workers-1', kind: 'force' },
        stored,
        stuck.map((one) => ({ ...one, conditions: [{ type: 'InfrastructureReady', status: 'False', reason }] })),
      );
    expect(force('DeleteError')).toEqual({ machinePools: stored, forced: ['workers-1'] });
    expect(() => force('Deleting')).toThrow(Conflict);
  });

  test('is refused for a machine that is none, or that is being deleted (T29)', () => {
    const of = (name: string) => () => removedMachine({ name, kind: 'replace' }, stored, leaving);
    const leaving = withState(present, 'workers-1', { isBeingDeleted: true });
    expect(of('workers-9')).toThrow('No Machine matches the given query.');
    expect(of('workers-1')).toThrow(new Conflict('Machine workers-1 is already being deleted.'));
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
