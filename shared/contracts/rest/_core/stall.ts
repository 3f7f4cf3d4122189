import { z } from 'zod';
import { failure } from '#shared/domain/_core/failure';
import type { Stall } from '#shared/domain/clusters/waits/stall';

const { code, owner, retryable, message } = failure.shape;
export const stallView = z.object({
  ...{ code, owner, retryable, message },
  next_step: z.string().meta({
    description: 'What to do next.',
    examples: ['Delete what is not needed in the tenant, or have its quota raised. Then resume the pool.'],
  }),
});
export const viewStall = ({ nextStep, ...stall }: Stall): z.infer<typeof stallView> => ({
  ...stall,
  next_step: nextStep,
});
