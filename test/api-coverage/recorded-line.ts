import { z } from 'zod';

/**
 * The requests to Rancher that an API call or a step sent, and the state machines of the operations that the call or
 * step committed.
 */
const effects = { rancher: z.array(z.string()), starts: z.array(z.string()) };
export const recordedLine = z.union([
  z.object({ method: z.string(), path: z.string(), file: z.string(), ...effects }),
  z.object({ step: z.string(), ...effects }),
]);
