import { z } from 'zod';
import { instant } from '#shared/domain/_core/identifier';
import { redispatched, streamRange } from '#shared/domain/marketplace/redispatch';

/** What the function `ops/redispatch` is asked: `arrivedUntil` is when the last of the range's records had come. */
export const redispatchRequest = z.object({ range: streamRange, arrivedUntil: instant, dryRun: z.boolean() });
export type RedispatchRequest = z.infer<typeof redispatchRequest>;

export const redispatchReply = z.array(redispatched);
export { type Redispatched, type StreamRange, streamRange } from '#shared/domain/marketplace/redispatch';
