import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';

/** A volume that an order asks for besides the system volume. */
export const dataVolume = z.object({
  sizeMb: z.number().int(),
  mountPoint: z.string(),
  filesystem: z.string(),
  volumeTypeUuid: uuid.optional(),
});
