import { z } from 'zod';

/**
 * The requests to Rancher that an API call or a step has sent, and the state machines of the operations that it has
 * committed.
 */
const effects = { rancher: z.array(z.string()), starts: z.array(z.string()) };
/** A line of the recording. */
export const recordedLine = z.union([
  z.object({ method: z.string(), path: z.string(), file: z.string(), ...effects }),
  z.object({ step: z.string(), ...effects }),
]);
