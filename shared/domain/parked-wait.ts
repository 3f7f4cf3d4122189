import { z } from 'zod';
import { instant, uuid } from './identifier.ts';

/** A state machine's parked task token; whoever takes it wakes the machine (design decision 6). */
export const parkedWait = z.object({
  clusterUuid: uuid,
  operationUuid: uuid,
  taskToken: z.string(),
  parkedAt: instant,
});
export type ParkedWait = z.infer<typeof parkedWait>;
