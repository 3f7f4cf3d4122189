import { z } from 'zod';
import { steps } from '#shared/contracts/steps';
import { functionLogs } from '#test/function-log';
import type { Attempt, Attribution } from './attribution.ts';
import { readSim } from './backend-state.ts';
import { STAGE } from './cloud-options.ts';
import { CLUSTER_NAME } from './cluster-name.ts';
import { PADDOCK } from './matrix.ts';
import { type Phase, type Route, routeOf } from './route.ts';
import type { Faulty, SimulatorName, Testbed } from './testbed.ts';

type Deployed = Pick<Testbed, 'endpoints'>;

export type Asked = Route & {
  phase: Phase;
  simulator: SimulatorName;
  /** The step that sent the request. Empty if the check of an order sent the request. */
  step: string;
  /** All steps that ran at that moment and may have sent the request. */
  askers: readonly string[];
};

const journal = z.array(z.object({ at: z.number(), client: z.string(), method: z.string(), url: z.string() }));

/** A function's log line about the duration of a step, written after the step (shared/runtime/metrics.ts). */
const published = z
  .object({ Step: z.string(), StepDuration: z.number(), _aws: z.object({ Timestamp: z.number() }) })
  .transform(
    ({ Step: step, StepDuration: tookMs, _aws: { Timestamp: toMs } }): Attempt => ({
      ...{ step, toMs },
      fromMs: toMs - tookMs - CLOCK_MS,
    }),
  );
/**
 * The tolerance for times. Times are cut to milliseconds, and the log line is written a moment after the end of the
 * step.
 */
const CLOCK_MS = 3;

async function attemptsSince({ endpoints }: Deployed, sinceMs: number): Promise<Attempt[]> {
  const names = Object.keys(steps).map((backend) => `${STAGE}-steps-${backend}`);
  const messages = await functionLogs(endpoints.aws, names);
  return messages
    .filter((message) => message.includes('"StepDuration":'))
    .map((message) => published.parse(JSON.parse(message)))
    .filter(({ fromMs }) => fromMs >= sinceMs)
    .sort((a, b) => a.fromMs - b.fromMs);
}

/** The requests for the testbed's only cluster since the given time, by simulator and in order of time. */
export async function askedRequests(
  testbed: Faulty & Deployed,
  sinceMs: number,
  attributionOf: (attempts: readonly Attempt[]) => Attribution,
): Promise<Asked[]> {
  const attributed = attributionOf(await attemptsSince(testbed, sinceMs));
  const journals = await Promise.all(
    Object.entries(testbed.simulators).map(async ([name, simulator]) => {
      const rows = journal.parse(await readSim(simulator, 'journal'));
      return rows.map((row) => ({ ...row, simulator: name as SimulatorName }));
    }),
  );
  return journals
    .flat()
    .filter(({ at, client }) => at >= sinceMs && client === PADDOCK)
    .flatMap(({ at, simulator, method, url }) => {
      const asker = attributed(at);
      return asker ? [{ ...asker, simulator, method, route: routeOf(url.split('?')[0] ?? '', CLUSTER_NAME) }] : [];
    });
}
