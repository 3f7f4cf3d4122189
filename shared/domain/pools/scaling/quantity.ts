import type { Pool, PoolSpec } from '../../planning/pools/pool-spec.ts';

/**
 * `isQuantityDue`: a user has set the quantity, and Rancher has not reached it yet. Only pools with autoscaling need
 * this field (docs/decisions/0086-an-autoscaled-pool-has-one-writer.md).
 */
export type ScaledPool = Pool & { isQuantityDue?: boolean | undefined };

/**
 * The quantity that Paddock writes for a pool. Undefined if the autoscaler chooses the number of machines. Without a
 * quantity, Cluster API keeps the current number.
 */
export const renderedQuantity = ({ spec, isQuantityDue }: ScaledPool): number | undefined =>
  spec.autoscaling === undefined || isQuantityDue === true ? spec.quantity : undefined;

/** The pool after a user has set its quantity. With autoscaling, this quantity applies until Rancher has reached it. */
export function withQuantity(pool: ScaledPool, quantity: number): ScaledPool {
  const { isQuantityDue, ...others } = pool;
  const spec = { ...pool.spec, quantity };
  return { ...others, spec, ...(spec.autoscaling !== undefined && { isQuantityDue: true }) };
}

/**
 * `isQuantityDue` of an ordered pool. True with autoscaling, so that the ordered quantity applies until Rancher has
 * reached this quantity.
 */
export const orderedQuantity = ({ autoscaling }: Pick<PoolSpec, 'autoscaling'>): Pick<ScaledPool, 'isQuantityDue'> =>
  autoscaling === undefined ? {} : { isQuantityDue: true };

/**
 * The pool after an observation. A number of machines that a user has set applies until Rancher has reached it. Then
 * the autoscaler chooses the number again. Paddock records the autoscaler's number, so that the pool keeps it when
 * autoscaling is switched off.
 */
export function afterObservation<P extends ScaledPool>(
  pool: P,
  seen: { desired: number; replicas: number } | undefined,
): P {
  const { spec, isQuantityDue } = pool;
  if (!seen) return pool;
  if (isQuantityDue === true) return seen.replicas === spec.quantity ? { ...pool, isQuantityDue: undefined } : pool;
  if (spec.autoscaling === undefined || seen.desired === spec.quantity) return pool;
  return { ...pool, spec: { ...spec, quantity: seen.desired } };
}

/** Who has chosen the number of machines in the pool. */
export const quantityOwner = (pool: ScaledPool): 'user' | 'autoscaler' =>
  renderedQuantity(pool) === undefined ? 'autoscaler' : 'user';

/** Why a quantity cannot be set. Undefined if it can be set. */
export function quantityProblem({ autoscaling }: Pick<PoolSpec, 'autoscaling'>, quantity: number): string | undefined {
  if (!autoscaling || (quantity >= autoscaling.min && quantity <= autoscaling.max)) return undefined;
  return `The autoscaler keeps the pool at ${autoscaling.min} to ${autoscaling.max} machines. Choose a number in this range, or change the range.`;
}

/**
 * A request to set the number of machines of a pool. `machines`: names of the machines that are deleted when the pool
 * gets smaller.
 */
export type PoolScaling = { quantity: number; machines: readonly string[]; isDryRun: boolean };

/**
 * Why these machines cannot be chosen for deletion. Undefined if they can be chosen. `own`: all machines of the pool.
 * `interruptedChoice`: machines that an interrupted change has chosen. A user may repeat the interrupted change with
 * the same machines. Machines that are already deleted are then ignored.
 */
export function chosenProblem(
  { quantity, machines }: Pick<PoolScaling, 'quantity' | 'machines'>,
  own: readonly { name: string; isBeingDeleted: boolean }[],
  interruptedChoice: readonly string[] = [],
): string | undefined {
  const present = own.filter(({ isBeingDeleted }) => !isBeingDeleted).map(({ name }) => name);
  const absent = machines.filter((name) => !present.includes(name));
  const unknown = absent.filter((name) => !interruptedChoice.includes(name));
  if (unknown.length > 0) return `The pool has no machine ${unknown.join(', ')}.`;
  const leaving = Math.max(0, present.length - quantity);
  if (new Set(machines).size - new Set(absent).size <= leaving) return undefined;
  return `This change removes ${leaving} of the ${present.length} machines of the pool, so name at most ${leaving} machines.`;
}
