import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const RECORDED_STEPS = new URL('recorded-steps.json', import.meta.url);
/**
 * The records of each step, e.g. `rancher.ensureCluster`: the step's requests to Rancher, and the state machines whose
 * operations the step commits.
 */
const recorded = z.record(z.string(), z.object({ rancher: z.array(z.string()), starts: z.array(z.string()) }));
export type RecordedSteps = z.infer<typeof recorded>;
export const recordedSteps = (): RecordedSteps => recorded.parse(JSON.parse(readFileSync(RECORDED_STEPS, 'utf8')));
