import type { Pool, PoolSpec } from '../../planning/pools/pool-spec.ts';

/**
 * `isQuantityDue`: a person has set the quantity and Rancher has not yet reached it. Only pools with bounds of
 * autoscaling need it (docs/decisions/0086-an-autoscaled-pool-has-one-writer.md).
 */
export type ScaledPool = Pool & { isQuantityDue?: boolean | undefined };

/**
 * The number that Paddock writes for a pool. Undefined: none, because the autoscaler writes it. Cluster API then keeps
 * the number that the pool has.
 */
export const renderedQuantity = ({ spec, isQuantityDue }: ScaledPool): number | undefined =>
  spec.autoscaling === undefined || isQuantityDue === true ? spec.quantity : undefined;

/** The pool after a person has set its quantity. With bounds, the number holds until Rancher has reached it. */
export function withQuantity(pool: ScaledPool, quantity: number): ScaledPool {
  const { isQuantityDue, ...others } = pool;
  const spec = { ...pool.spec, quantity };
  return { ...others, spec, ...(spec.autoscaling !== undefined && { isQuantityDue: true }) };
}

/** The pool after an observation: once Rancher has reached a person's number, it belongs to the autoscaler again. */
export function afterObservation<P extends ScaledPool>(pool: P, replicas: number | undefined): P {
  if (pool.isQuantityDue !== true || replicas !== pool.spec.quantity) return pool;
  return { ...pool, isQuantityDue: undefined };
}

/** Why a pool is as large as it is, for people. */
export const quantityOwner = (pool: ScaledPool): 'user' | 'autoscaler' =>
  renderedQuantity(pool) === undefined ? 'autoscaler' : 'user';

/** Why a quantity cannot be set. Undefined if it can. */
export function quantityProblem({ autoscaling }: Pick<PoolSpec, 'autoscaling'>, quantity: number): string | undefined {
  if (!autoscaling || (quantity >= autoscaling.min && quantity <= autoscaling.max)) return undefined;
  return `The pool has ${autoscaling.min} to ${autoscaling.max} machines: choose a number within these bounds, or change them.`;
}
