import { z } from 'zod';
import { steps } from '#shared/contracts/steps';
import { functionLog } from '#test/function-log';
import { readSim } from './backend-state.ts';
import { STAGE } from './cloud-options.ts';
import { CLUSTER_NAME } from './cluster-name.ts';
import { PADDOCK } from './matrix.ts';
import { type Phase, type Route, routeOf } from './route.ts';
import type { SimulatorName, Testbed } from './testbed.ts';

/** A request of ours to a backend. */
export type Asked = Route & {
  phase: Phase;
  simulator: SimulatorName;
  /** Whose it was; none asks while an order is checked. */
  step: string;
};

const journal = z.array(z.object({ at: z.number(), client: z.string(), method: z.string(), url: z.string() }));

/** When a step's function was at work, by this machine's clock. */
type Attempt = { step: string; fromMs: number; toMs: number };
/** How a function publishes the time a step took, when it is over (shared/runtime/metrics.ts). */
const published = z
  .object({ Step: z.string(), StepDuration: z.number(), _aws: z.object({ Timestamp: z.number() }) })
  .transform(
    ({ Step: step, StepDuration: tookMs, _aws: { Timestamp: toMs } }): Attempt => ({
      ...{ step, toMs },
      fromMs: toMs - tookMs - CLOCK_MS,
    }),
  );
/** Times are cut to milliseconds, and a moment passes between the end of a step and its publication. */
const CLOCK_MS = 3;

async function attemptsSince({ endpoints }: Testbed, sinceMs: number): Promise<Attempt[]> {
  const names = Object.keys(steps).map((backend) => `${STAGE}-steps-${backend}`);
  const logs = await Promise.all(names.map((name) => functionLog(endpoints.aws, name)));
  return logs
    .flat()
    .filter((message) => message.includes('"StepDuration":'))
    .map((message) => published.parse(JSON.parse(message)))
    .filter(({ fromMs }) => fromMs >= sinceMs)
    .sort((a, b) => a.fromMs - b.fromMs);
}

/**
 * Who was at work at a moment of one cluster's life, of which nothing went wrong. Steps follow one another (parallel ones are the
 * same step for several nodes), but a wait lets the next step begin before it is over itself, so the latest to begin has it.
 * A busy backend may take a request up that its step has given up.
 */
export function attribution(attempts: readonly Attempt[]): (atMs: number) => Pick<Asked, 'phase' | 'step'> {
  const attemptsOf = ({ name }: { name: string }) => attempts.filter(({ step }) => step === name);
  const [first] = attemptsOf(steps.records.beginOrder);
  const made = attemptsOf(steps.records.finishCreation).at(-1);
  const grown = attemptsOf(steps.records.finishNode).at(-1);
  const asksToGrow = attemptsOf(steps.records.beginNode)[0];
  if (!first || !made) throw new Error('no function has published the steps of a whole creation');
  return (atMs) => {
    if (atMs < first.fromMs) return { phase: 'order', step: '' };
    // What is asked before a node's first step begins is the check of the request.
    if (atMs > made.toMs && asksToGrow && atMs < asksToGrow.fromMs) return { phase: 'growth', step: '' };
    const later = grown && atMs <= grown.toMs ? 'growth' : 'deletion';
    const phase = atMs <= made.toMs ? 'creation' : later;
    const begun = attempts.filter(({ fromMs }) => fromMs <= atMs);
    const atWork = begun.findLast(({ toMs }) => atMs <= toMs) ?? begun.at(-1);
    return { phase, step: atWork?.step ?? '' };
  };
}

/** What has been asked since for the one cluster of the testbed, by simulator in the order of time. */
export async function askedRequests(testbed: Testbed, sinceMs: number): Promise<Asked[]> {
  const attributed = attribution(await attemptsSince(testbed, sinceMs));
  const journals = await Promise.all(
    Object.entries(testbed.simulators).map(async ([name, simulator]) => {
      const rows = journal.parse(await readSim(simulator, 'journal'));
      return rows.map((row) => ({ ...row, simulator: name as SimulatorName }));
    }),
  );
  return journals
    .flat()
    .filter(({ at, client }) => at >= sinceMs && client === PADDOCK)
    .map(({ at, simulator, method, url }) => ({
      ...attributed(at),
      ...{ simulator, method, route: routeOf(url.split('?')[0] ?? '', CLUSTER_NAME) },
    }));
}
