import { z } from 'zod';
import { streamRange } from './redispatch.ts';

/** The input of the function `ops/republish`. `range` is a range of records in the audit table's stream. */
export const republishRequest = z.object({ range: streamRange, dryRun: z.boolean() });
export type RepublishRequest = z.infer<typeof republishRequest>;

/**
 * What happened to the audit events in the range. `waits`: they can be published, and this was a dry run. `gone`: the
 * stream no longer has them. `failed`: the bus refused at least one of them.
 */
export const republishReply = z.object({
  outcome: z.enum(['waits', 'published', 'gone', 'failed']),
  events: z.number(),
});
export type RepublishReply = z.infer<typeof republishReply>;
