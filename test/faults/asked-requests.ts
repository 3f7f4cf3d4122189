import { z } from 'zod';
import { steps } from '#shared/contracts/steps';
import { LOG } from '#shared/contracts/telemetry';
import { functionLog } from '#test/function-log';
import { readSim } from './backend-state.ts';
import { STAGE } from './cloud-options.ts';
import { PADDOCK } from './matrix.ts';
import { CLUSTER_NAME } from './order.ts';
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
const logLine = z.object({
  message: z.string(),
  timestamp: z.string().transform((text) => Date.parse(text)),
  step: z.string(),
  clusterUuid: z.string(),
  operationUuid: z.string(),
});
type StepDone = z.infer<typeof logLine>;

/** When each step of a cluster was done, the first one first. */
async function stepsDone({ endpoints }: Testbed, clusterUuid: string): Promise<StepDone[]> {
  const names = Object.keys(steps).map((backend) => `${STAGE}-steps-${backend}`);
  const logs = await Promise.all(names.map((name) => functionLog(endpoints.aws, name)));
  return logs
    .flat()
    .filter((message) => message.includes(LOG.stepDone) && message.includes(clusterUuid))
    .map((message) => logLine.parse(JSON.parse(message)))
    .sort((a, b) => a.timestamp - b.timestamp);
}

/**
 * What has been asked since `sinceMs` for the one cluster of the testbed, by simulator in the order of time. One step follows
 * another, so a request is of the step that is done next (parallel ones are the same step for several nodes); what came before
 * the first step was done, which asks nobody, is of the order's check.
 */
export async function askedRequests(testbed: Testbed, clusterUuid: string, sinceMs: number): Promise<Asked[]> {
  const done = await stepsDone(testbed, clusterUuid);
  const [first] = done;
  const attributed = (at: number): Pick<Asked, 'phase' | 'step'> => {
    const next = done.find(({ timestamp }) => timestamp >= at) ?? done.at(-1);
    if (!first || !next) throw new Error(`no step has said that it is done for cluster ${clusterUuid}`);
    if (next === first) return { phase: 'order', step: '' };
    return { phase: next.operationUuid === first.operationUuid ? 'creation' : 'deletion', step: next.step };
  };
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
