import { z } from 'zod';
import { failure } from '../../_core/failure.ts';

/** Why Rancher makes no more machines of a pool, or does not go on with an operation. `nextStep` says what helps. */
export const stall = failure
  .pick({ code: true, owner: true, retryable: true, message: true })
  .extend({ nextStep: z.string() });
export type Stall = z.infer<typeof stall>;
