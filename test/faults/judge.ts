import { z } from 'zod';
import type { Simulator } from '#test/contracts/start-simulator';
import { readSim } from './backend-state.ts';
import { type FaultCase, failureOf, faultOf, isLasting } from './matrix.ts';
import type { Placed } from './scenarios/order.ts';
import type { Faulty, Testbed } from './testbed.ts';

/**
 * `not-struck`: the request with the fault, for example a poll, did not occur in this run. `tolerated`: the operation
 * succeeded although that request always failed.
 */
export const VERDICTS = ['ok', 'refused-rightly', 'erred-rightly', 'tolerated', 'not-struck', 'failed'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Outcome = { verdict: Verdict; problems: string[] };

const faultRows = z.array(z.object({ matches: z.number(), nth: z.number().optional() }));

const simulatorOf = ({ simulators }: Faulty, { position: { simulator } }: FaultCase): Simulator => {
  const found = simulators[simulator];
  if (!found) throw new Error(`there is no ${simulator} here`);
  return found;
};

export async function plan(bed: Faulty, one: FaultCase | undefined): Promise<void> {
  if (one) await simulatorOf(bed, one).plan(faultOf(one));
}

/** True if the planned fault has happened. */
export async function hasStruck(bed: Faulty, one: FaultCase): Promise<boolean> {
  const rows = faultRows.parse(await readSim(simulatorOf(bed, one), 'faults'));
  return rows.some(({ matches, nth = 1 }) => matches >= nth);
}

/** Removes the planned fault. Returns true if it has happened. */
export async function endFault(bed: Faulty, one: FaultCase | undefined): Promise<boolean> {
  if (!one) return true;
  const struck = await hasStruck(bed, one);
  await simulatorOf(bed, one).clearFaults();
  return struck;
}

/** Never throws. Each failure becomes a problem of the case. */
export async function tried<O extends Outcome>(attempt: () => Promise<O>): Promise<O | Outcome> {
  try {
    return await attempt();
  } catch (error) {
    return failed([error instanceof Error ? error.message : String(error)]);
  }
}

export const failed = (problems: string[]): Outcome => ({ verdict: 'failed', problems });

/** Judges an order that succeeded. */
export function ended(one: FaultCase | undefined, problems: string[], struck: boolean): Outcome {
  if (problems.length > 0) return failed(problems);
  if (!struck) return { verdict: 'not-struck', problems };
  return { verdict: one && isLasting(one) ? 'tolerated' : 'ok', problems };
}

/**
 * Judges an order with the state ERRED. This state is correct only after a lasting fault. The cluster's error must
 * describe this fault, and the order must show the same error message. A temporary fault must not end an order.
 */
export async function erred({ owner }: Testbed, one: FaultCase | undefined, of: Erred): Promise<Outcome> {
  const { state, last_error: said } = await owner.cluster(of.placed.resource_uuid ?? '');
  const problems = [
    ...(state === 'ERRED' ? [] : [`the cluster is ${state} although its order erred`]),
    ...wordsProblems(one, said),
    ...(said?.message && of.order.error_message === said.message ? [] : ['the order does not say why']),
  ];
  return problems.length > 0 ? failed(problems) : { verdict: 'erred-rightly', problems };
}

type Said = Failure & { message: string };
/** Problems with the error message of a failure. A temporary fault must not cause an error message. */
export function wordsProblems(one: FaultCase | undefined, said: Said | null): string[] {
  const reported = said && describe(said);
  const expected = one && failureOf(one);
  if (!one || !expected) return [`ended ERRED: ${reported}: ${said?.message}`];
  const wanted = describe({ ...expected, step: stepOf(one, said?.step ?? '') });
  return reported === wanted ? [] : [`expected ${wanted}, was ${reported}: ${said?.message}`];
}
type Erred = { placed: Placed; order: { error_message: string } };

/**
 * True for a GET request of a step that polls. Timing decides whether such a request occurs. For example, a poll reads
 * the cluster only if Rancher lists no node yet.
 */
const isLook = ({ method }: FaultCase['position'], step: string): boolean =>
  method === 'GET' && step.startsWith('watch.');
/**
 * The step that the report of the failure must name. If several steps ran at the same moment, each may have sent the
 * request, so the report may name any of them. This includes logins, because each process of a function logs in.
 */
const stepOf = ({ position }: FaultCase, said: string): string =>
  isLook(position, said) || position.askers.includes(said) ? said : position.step;

const describe = ({ code, owner, retryable, step }: Failure): string =>
  `${code} owner ${owner} ${retryable ? 'retryable' : 'not retryable'} step ${step}`;
type Failure = { code: string; owner: string; retryable: boolean; step: string };

/** The elapsed seconds, rounded to a tenth. */
export const secondsSince = (beganMs: number): number => Math.round((performance.now() - beganMs) / 100) / 10;
