import { z } from 'zod';
import { instant } from '#shared/domain/_core/identifier';
import { redispatched, streamRange } from '#shared/domain/marketplace/redispatch';

/**
 * The input of the function `ops/redispatch`. `range` is a range of records in the table's stream. `arrivedUntil` is
 * the time when the last of these records arrived.
 */
export const redispatchRequest = z.object({ range: streamRange, arrivedUntil: instant, dryRun: z.boolean() });
export type RedispatchRequest = z.infer<typeof redispatchRequest>;

export const redispatchReply = z.array(redispatched);
export { type Redispatched, type StreamRange, streamRange } from '#shared/domain/marketplace/redispatch';
