import type { FieldErrors } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import type { Refusal } from './change-plan.ts';

/**
 * The error body of a refused change. Reasons about the cluster, or about the pool in the request, are under the names
 * of their fields. Reasons about other pools are under `pools`, with the name of the pool.
 */
export function refusalErrors(refused: readonly Refusal[], poolName: string | undefined): FieldErrors {
  const errors = new Refusals();
  for (const { pool, field, message } of refused) {
    if (pool === undefined || pool === poolName) errors.add(field, message);
    else errors.add('pools', `Pool ${pool}: ${message}`);
  }
  return errors.byField;
}
