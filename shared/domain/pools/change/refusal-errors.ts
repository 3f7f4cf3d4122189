import type { FieldErrors } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import type { Refusal } from './change-plan.ts';

/**
 * The reasons of a refused change as an error body. Reasons about the pool that the request names are under their
 * fields. Reasons about other pools are under `pools`, with the name of the pool.
 */
export function refusalErrors(refused: readonly Refusal[], poolName: string | undefined): FieldErrors {
  const errors = new Refusals();
  for (const { pool, field, message } of refused) {
    if (pool === undefined || pool === poolName) errors.add(field, message);
    else errors.add('pools', `Pool ${pool}: ${message}`);
  }
  return errors.byField;
}
