import type { FieldErrors } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import { diskProblems, type OfferedMachines } from '../../planning/pools/disk-problems.ts';
import {
  hasControlPlane,
  hasEtcd,
  hasWorker,
  isWorkerOnly,
  type PoolMachineSpec,
  type PoolSpec,
} from '../../planning/pools/pool-spec.ts';
import { quantityProblem } from '../scaling/quantity.ts';
import { labelProblems, taintProblems } from './label-problems.ts';

/** A pool's name is the value of a label, and a part of host names. */
const POOL_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const MAX_POOL_NAME = 63;
const MAX_ETCD_MEMBERS = 7;
const HOSTNAME_LENGTHS = { min: 10, max: 63 };

/** The fields of a pool that do not describe its machines in the cloud. An ordered pool has these fields, too. */
type DescribedPool = Omit<PoolSpec, keyof PoolMachineSpec>;

function checkName({ name }: DescribedPool, all: readonly DescribedPool[], refused: Refusals): void {
  if (!POOL_NAME.test(name) || name.length > MAX_POOL_NAME) {
    refused.add(
      'name',
      `Enter up to ${MAX_POOL_NAME} lower-case letters, digits and hyphens, with a letter or digit at both ends.`,
    );
  }
  if (all.filter((one) => one.name === name).length > 1) refused.add('name', `Two pools have the name ${name}.`);
}

function checkQuantity(pool: DescribedPool, refused: Refusals): void {
  const { quantity, autoscaling } = pool;
  if (quantity < 0) refused.add('quantity', 'Ensure this value is greater than or equal to 0.');
  if (quantity === 0 && !isWorkerOnly(pool)) {
    refused.add('quantity', 'Only a pool of workers may have 0 machines.');
  }
  if (autoscaling) checkBounds(pool, autoscaling, refused);
}

function checkBounds(pool: DescribedPool, { min, max }: { min: number; max: number }, refused: Refusals): void {
  if (hasEtcd(pool)) {
    refused.add('autoscaling', 'A pool with etcd is not scaled automatically: etcd needs an odd number of members.');
  }
  if (min > max) refused.add('autoscaling', 'The minimum is greater than the maximum.');
  const lowest = isWorkerOnly(pool) ? 0 : 1;
  if (min < lowest) refused.add('autoscaling', `Ensure that the minimum is greater than or equal to ${lowest}.`);
  const problem = min <= max ? quantityProblem(pool, pool.quantity) : undefined;
  if (problem !== undefined) refused.add('quantity', problem);
}

const MAX_UNHEALTHY = /^(?:\d+|(?:100|[1-9]?\d)%)$/;
function checkHealth(pool: DescribedPool, refused: Refusals): void {
  for (const [field, seconds] of [
    ['unhealthy_node_timeout', pool.unhealthyNodeTimeout],
    ['node_startup_timeout', pool.nodeStartupTimeout],
    ['drain_timeout', pool.drainTimeout],
  ] as const) {
    if (seconds < 0) refused.add(field, 'Ensure this value is greater than or equal to 0.');
  }
  if (pool.unhealthyNodeTimeout > 0 && pool.nodeStartupTimeout === 0) {
    refused.add(
      'node_startup_timeout',
      'Enter a limit above 0: without a limit, a machine that never starts is never replaced.',
    );
  }
  if (!MAX_UNHEALTHY.test(pool.maxUnhealthy)) refused.add('max_unhealthy', 'Enter a number or a percentage: 2 or 40%.');
}

function checkHostname({ hostnameLengthLimit: limit }: DescribedPool, refused: Refusals): void {
  const { min, max } = HOSTNAME_LENGTHS;
  if (limit !== undefined && (limit < min || limit > max)) {
    refused.add('hostname_length_limit', `Enter a number from ${min} to ${max}.`);
  }
}

/** What is wrong with one pool, by the fields of the API. Empty for a good pool. */
function poolProblems(pool: DescribedPool, all: readonly DescribedPool[]): FieldErrors {
  const refused = new Refusals();
  checkName(pool, all, refused);
  if (pool.roles.length === 0)
    refused.add('roles', 'A pool needs at least one of the roles etcd, controlplane and worker.');
  if (new Set(pool.roles).size < pool.roles.length) refused.add('roles', 'Each role can be given once.');
  checkQuantity(pool, refused);
  checkHealth(pool, refused);
  checkHostname(pool, refused);
  for (const problem of labelProblems(pool.labels)) refused.add('labels', problem);
  for (const problem of taintProblems(pool.taints)) refused.add('taints', problem);
  return refused.byField;
}

const machinesWith = (pools: readonly DescribedPool[], has: (pool: DescribedPool) => boolean): number =>
  pools.filter(has).reduce((sum, { quantity }) => sum + quantity, 0);

/** What is wrong with all pools together: a cluster needs a machine of each role, and an odd number of etcd members. */
function togetherProblems(pools: readonly DescribedPool[]): string[] {
  const members = machinesWith(pools, hasEtcd);
  const isEtcdWrong = members > 0 && (members % 2 === 0 || members > MAX_ETCD_MEMBERS);
  return [
    ...(members === 0 ? ['A cluster needs at least one machine with the role etcd.'] : []),
    ...(isEtcdWrong ? [`etcd needs 1, 3, 5 or 7 members, and the pools have ${members}.`] : []),
    ...(machinesWith(pools, hasControlPlane) === 0
      ? ['A cluster needs at least one machine with the role controlplane.']
      : []),
    ...(machinesWith(pools, hasWorker) === 0 ? ['A cluster needs at least one machine with the role worker.'] : []),
  ];
}

/** What is wrong with each of several pools, and with all of them together. */
export type PoolsProblems = { each: readonly FieldErrors[]; together: readonly string[] };

/** The errors in the pools of an order. This check does not cover flavors, images and other objects in the cloud. */
export const requestProblems = (pools: readonly DescribedPool[]): PoolsProblems => ({
  each: pools.map((pool) => poolProblems(pool, pools)),
  together: togetherProblems(pools),
});

/** What is wrong with a cluster's pools. `offered`: the flavors and images in the tenant of a pool. */
export const poolsProblems = (
  pools: readonly PoolSpec[],
  offered: (pool: PoolSpec) => OfferedMachines,
): PoolsProblems => ({
  each: pools.map((pool) => ({ ...poolProblems(pool, pools), ...diskProblems(pool, offered(pool)) })),
  together: togetherProblems(pools),
});

/** The problems as an error body. Empty if nothing is wrong. */
export const poolsErrors = ({ each, together }: PoolsProblems): FieldErrors => ({
  ...(each.some((errors) => Object.keys(errors).length > 0) && { pools: each }),
  ...(together.length > 0 && { non_field_errors: together }),
});
