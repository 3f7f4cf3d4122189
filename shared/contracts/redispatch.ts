import { z } from 'zod';
import { instant } from '../domain/identifier.ts';
import { redispatched, streamRange } from '../domain/redispatch.ts';

/** What the function `ops/redispatch` is asked: `arrivedUntil` is when the last of the range's records had come. */
export const redispatchRequest = z.object({ range: streamRange, arrivedUntil: instant, dryRun: z.boolean() });
export type RedispatchRequest = z.infer<typeof redispatchRequest>;

export const redispatchReply = z.array(redispatched);
export { type Redispatched, type StreamRange, streamRange } from '../domain/redispatch.ts';
