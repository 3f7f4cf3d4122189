import { z } from 'zod';
import { type Failure, failure } from '#shared/domain/_core/failure';

/**
 * What went wrong, on every record that can fail (docs/spec/design.md#failure-has-a-shape): Waldur's two texts and our
 * own structure.
 */
export const failureFields = {
  error_message: z.string(),
  error_traceback: z.string(),
  last_error: failure.nullable(),
};
/** Failures have no traceback for callers: `last_error.step` says where it happened. */
export const viewFailure = (lastError: Failure | undefined) => ({
  error_message: lastError?.message ?? '',
  error_traceback: lastError?.traceback ?? '',
  last_error: lastError ?? null,
});
