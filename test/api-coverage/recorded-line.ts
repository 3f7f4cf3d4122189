import { z } from 'zod';

/** The requests of an API call or a step to Rancher, and the state machines whose operations it has committed. */
const effects = { rancher: z.array(z.string()), starts: z.array(z.string()) };
/** A line of the recording. */
export const recordedLine = z.union([
  z.object({ method: z.string(), path: z.string(), file: z.string(), ...effects }),
  z.object({ step: z.string(), ...effects }),
]);
