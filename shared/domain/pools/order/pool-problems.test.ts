import { describe, expect, test } from 'vitest';
import { aPool, aServerPool, OFFERED } from '#test/builders/pool-builders';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import { poolsErrors, poolsProblems } from './pool-problems.ts';

const errorsOf = (pools: readonly PoolSpec[]) => poolsErrors(poolsProblems(pools, () => OFFERED));
/** The errors of a list that contains this pool, a valid server pool and a valid worker pool. */
const errorsBeside = (fields: Partial<PoolSpec>) => errorsOf([aServerPool(), aPool({ name: 'others' }), aPool(fields)]);
const errorOf = (fields: Partial<PoolSpec>) => ({ pools: [{}, {}, errorsBeside(fields).pools].flat().slice(-1) });
const only = (errors: Record<string, string[]>) => ({ pools: [errors] });

test('good pools have no errors (T21)', () => {
  expect(errorsOf([aServerPool(), aPool()])).toEqual({});
});

describe('a pool is refused, with the field', () => {
  const name = 'Enter up to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends.';
  const bounds =
    'The autoscaler keeps the pool at 2 to 5 machines. Choose a number in this range, or change the range.';
  const rows: [string, Partial<PoolSpec>, Record<string, string[]>][] = [
    ['a name in capitals', { name: 'Workers' }, { name: [name] }],
    ['no name', { name: '' }, { name: [name] }],
    ['a name of 64 characters', { name: 'w'.repeat(64) }, { name: [name] }],
    ['a hyphen at the end', { name: 'w-' }, { name: [name] }],
    [
      'no role (T21)',
      { roles: [] },
      { roles: ['A pool needs at least one of the roles etcd, controlplane and worker.'] },
    ],
    ['a role twice', { roles: ['worker', 'worker'] }, { roles: ['Each role can be given once.'] }],
    ['a negative quantity', { quantity: -1 }, { quantity: ['Ensure this value is greater than or equal to 0.'] }],
    [
      'no machine of control plane (T23)',
      { roles: ['controlplane'], quantity: 0 },
      { quantity: ['Only a pool of workers may have 0 machines.'] },
    ],
    ['fewer than its bounds', { quantity: 1, autoscaling: { min: 2, max: 5 } }, { quantity: [bounds] }],
    ['more than its bounds', { quantity: 6, autoscaling: { min: 2, max: 5 } }, { quantity: [bounds] }],
    [
      'a minimum above the maximum (T27)',
      { autoscaling: { min: 5, max: 2 } },
      { autoscaling: ['The minimum is greater than the maximum.'] },
    ],
    [
      'a minimum of 0 for control plane (T27)',
      { roles: ['controlplane'], autoscaling: { min: 0, max: 3 } },
      { autoscaling: ['Ensure that the minimum is greater than or equal to 1.'] },
    ],
    [
      'bounds for etcd (T27)',
      { roles: ['etcd'], quantity: 4, autoscaling: { min: 1, max: 5 } },
      { autoscaling: ['A pool with etcd is not scaled automatically: etcd needs an odd number of members.'] },
    ],
    ['an unknown flavor', { flavorId: 'f-9' }, { flavor: ['The cloud has no flavor f-9.'] }],
    ['an unknown image', { imageId: 'i-9' }, { image: ['The cloud has no image i-9.'] }],
    [
      'a flavor without a disk (D9)',
      { flavorId: 'f-0' },
      {
        flavor: [
          'Flavor c1.diskless has a disk of 0 GB, and image ubuntu-24.04 needs 10 GB: choose another flavor, or a root volume.',
        ],
      },
    ],
    [
      'a root volume that is too small (D9)',
      { flavorId: 'f-0', rootVolume: { sizeGb: 9 } },
      { root_volume: ['Image ubuntu-24.04 needs 10 GB: choose a larger root volume.'] },
    ],
    [
      'no limit for machines that never start (T60)',
      { nodeStartupTimeout: 0 },
      {
        node_startup_timeout: [
          'Enter a limit above 0: without a limit, a machine that never starts is never replaced.',
        ],
      },
    ],
    [
      'a share above 100 % (T60)',
      { maxUnhealthy: '140%' },
      { max_unhealthy: ['Enter a number or a percentage: 2 or 40%.'] },
    ],
    ['a negative time', { drainTimeout: -1 }, { drain_timeout: ['Ensure this value is greater than or equal to 0.'] }],
    [
      'short host names (T28)',
      { hostnameLengthLimit: 9 },
      { hostname_length_limit: ['Enter a number from 10 to 63.'] },
    ],
    [
      'long host names (T28)',
      { hostnameLengthLimit: 64 },
      { hostname_length_limit: ['Enter a number from 10 to 63.'] },
    ],
  ];
  test.each(rows)('%s', (_what, fields, errors) => {
    expect(errorOf(fields)).toEqual(only(errors));
  });

  test('two pools with one name (T21)', () => {
    const said = { name: ['Two pools have the name a.'] };
    const errors = errorsOf([aServerPool(), aPool({ name: 'a' }), aPool({ name: 'a' })]);
    expect(errors).toEqual({ pools: [{}, said, said] });
  });
});

test.each<[string, Partial<PoolSpec>]>([
  ['no machine of workers (T23)', { quantity: 0 }],
  ['a minimum of 0 for workers (T27)', { autoscaling: { min: 0, max: 3 } }],
  ['a root volume in place of the flavor’s disk', { flavorId: 'f-0', rootVolume: { sizeGb: 10 } }],
  ['machines that are never replaced', { unhealthyNodeTimeout: 0, nodeStartupTimeout: 0 }],
  ['host names of 10 characters (T28)', { hostnameLengthLimit: 10 }],
])('a pool may have %s', (_what, fields) => expect(errorsBeside(fields)).toEqual({}));

describe('a cluster is refused', () => {
  const together = (...pools: PoolSpec[]) => errorsOf(pools).non_field_errors;
  test('without a machine of each role (D9, T44)', () => {
    expect(together()).toEqual([
      'A cluster needs at least one machine with the role etcd.',
      'A cluster needs at least one machine with the role controlplane.',
      'A cluster needs at least one machine with the role worker.',
    ]);
    expect(together(aServerPool(), aPool({ quantity: 0 }))).toEqual([
      'A cluster needs at least one machine with the role worker.',
    ]);
  });

  test.each([2, 4, 6, 8, 9])('with %i members of etcd (D9)', (quantity) => {
    const said = [`etcd needs 1, 3, 5 or 7 members, and the pools have ${quantity}.`];
    expect(together(aServerPool({ quantity }), aPool())).toEqual(said);
    const inTwo = [aServerPool({ quantity: 1 }), aServerPool({ name: 'more', quantity: quantity - 1 })];
    expect(together(...inTwo, aPool())).toEqual(said);
  });

  test.each([1, 3, 5, 7])('but not with %i members (D9)', (quantity) => {
    expect(together(aServerPool({ quantity }), aPool())).toBeUndefined();
  });
});
