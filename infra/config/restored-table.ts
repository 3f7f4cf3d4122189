import { z } from 'zod';

/** A table that was restored from a backup, and the stream that was switched on for it. */
export const restoredTable = z.strictObject({
  name: z.string().regex(/^[\w.-]{3,255}$/),
  streamArn: z.string().regex(/^arn:[^:]+:dynamodb:[^:]+:\d{12}:table\/[^/]+\/stream\/.+$/),
});
export type RestoredTable = z.infer<typeof restoredTable>;
