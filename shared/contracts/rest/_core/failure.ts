import { z } from 'zod';
import { type Failure, failure } from '#shared/domain/_core/failure';

/**
 * The failure fields of all records that can fail: Waldur's two texts and Paddock's own `last_error`
 * (docs/spec/design.md#failure-has-a-shape).
 */
export const failureFields = {
  error_message: z.string(),
  error_traceback: z.string(),
  last_error: failure.nullable(),
};
/**
 * The failure fields of a record. `error_traceback` is set only if staff or a site agent reported the failure.
 * Otherwise `last_error.step` says where the failure happened.
 */
export const viewFailure = (lastError: Failure | undefined) => ({
  error_message: lastError?.message ?? '',
  error_traceback: lastError?.traceback ?? '',
  last_error: lastError ?? null,
});
