import { z } from 'zod';
import { type BackendState, compareShapes, differences, madeSince, readSim, stateOf } from './backend-state.ts';
import { FAILURES, type FaultCase, faultOf, isLasting, nameOf } from './matrix.ts';
import { type Placed, placeOrder } from './order.ts';
import type { SimulatorName, Testbed } from './testbed.ts';

/** At most one fault while a cluster is made, and at most one while it is deleted: neither knows of the other. */
export type Round = { creation?: FaultCase | undefined; deletion?: FaultCase | undefined };
/** `not-struck`: the request was not made this time, as with looks while waiting. `tolerated`: done without that request. */
export type Verdict = 'ok' | 'erred-rightly' | 'tolerated' | 'not-struck' | 'failed';
export type CaseResult = { name: string; verdict: Verdict; seconds: number; problems: string[] };
export type RoundResult = {
  results: CaseResult[];
  /** Nothing is left of the round: the next one may use the testbed. */
  clean: boolean;
  /** Not tried, since the creation before it failed. */
  postponed?: FaultCase | undefined;
};

/** Whose steps ask a backend: machines' one-time secrets are fetched right before Nova's request, Rancher's keys for Argo CD. */
const STEPS: Record<SimulatorName, RegExp> = {
  vault: /^(vault|openstack)\./,
  openstack: /^(openstack|watch)\./,
  rancher: /^(rancher|watch|argocd)\./,
  argocd: /^argocd\./,
};

const faultRows = z.array(z.object({ matches: z.number(), nth: z.number().optional() }));

/** Takes one cluster through its life with the faults of the round. Never throws: what goes wrong is a problem of a case. */
export async function runRound(testbed: Testbed, round: Round, shape: readonly string[]): Promise<RoundResult> {
  const before = await stateOf(testbed);
  const began = performance.now();
  const creation = await tried(() => create(testbed, round.creation, { before, shape }));
  const made = performance.now();
  const results = round.creation ? [resultOf(round.creation, creation, made - began)] : [];
  const ready = creation.placed && creation.verdict !== 'failed';
  const deletion = await tried(() => remove(testbed, ready ? round.deletion : undefined, creation.placed, before));
  const took = performance.now() - made;
  if (ready && round.deletion) results.push(resultOf(round.deletion, deletion, took));
  else if (deletion.problems.length > 0) spoil(results, deletion, round);
  const clean = creation.verdict !== 'failed' && deletion.verdict !== 'failed';
  return { results, clean, postponed: ready ? undefined : round.deletion };
}

type Outcome = { verdict: Verdict; problems: string[]; placed?: Placed };

const resultOf = (one: FaultCase, { verdict, problems }: Outcome, ms: number): CaseResult => ({
  name: nameOf(one),
  verdict,
  seconds: Math.round(ms / 100) / 10,
  problems,
});

/** A deletion without a fault of its own that goes wrong is the creation's doing. */
function spoil(results: CaseResult[], { problems }: Outcome, round: Round): void {
  const [creation] = results;
  if (!creation)
    results.push({
      name: round.creation ? nameOf(round.creation) : 'no fault',
      verdict: 'failed',
      seconds: 0,
      problems,
    });
  else
    Object.assign(creation, {
      verdict: 'failed',
      problems: [...creation.problems, ...problems.map((it) => `then ${it}`)],
    });
}

async function tried(attempt: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await attempt();
  } catch (error) {
    return { verdict: 'failed', problems: [error instanceof Error ? error.message : String(error)] };
  }
}

type Expected = { before: BackendState; shape: readonly string[] };

async function create(testbed: Testbed, one: FaultCase | undefined, { before, shape }: Expected): Promise<Outcome> {
  const placed = await placeOrder(testbed);
  if (one) await testbed.simulators[one.position.simulator].plan(faultOf(one));
  const outcome = await tried(async () => {
    const ended = await testbed.owner.ended(placed.uuid);
    if (ended.state === 'erred') return erred(testbed, one, placed);
    const cluster = await testbed.owner.cluster(placed.resource_uuid ?? '');
    const problems = compareShapes(shape, madeSince(before, await stateOf(testbed)));
    if (ended.state !== 'done') problems.unshift(`the order ended ${ended.state}`);
    if (cluster.state !== 'OK' || cluster.last_error) problems.unshift(`the cluster is ${cluster.state}`);
    return verdictOf(one, problems, await hasStruck(testbed, one));
  });
  await endFault(testbed, one);
  return { ...outcome, placed };
}

async function remove(
  testbed: Testbed,
  one: FaultCase | undefined,
  placed: Placed | undefined,
  before: BackendState,
): Promise<Outcome> {
  if (!placed) return { verdict: 'ok', problems: [] };
  const { owner } = testbed;
  if (one) await testbed.simulators[one.position.simulator].plan(faultOf(one));
  const ended = await owner.terminate(placed.marketplace_resource_uuid);
  const struck = await hasStruck(testbed, one);
  if (ended.state === 'erred' && one && isLasting(one.kind)) {
    const outcome = await erred(testbed, one, placed);
    await endFault(testbed, one);
    const again = await owner.terminate(placed.marketplace_resource_uuid);
    const problems = [
      ...outcome.problems,
      ...(again.state === 'done' ? [] : [`the second deletion ended ${again.state}: ${again.error_message}`]),
    ];
    problems.push(...differences(before, await stateOf(testbed)));
    return { verdict: problems.length > 0 ? 'failed' : outcome.verdict, problems };
  }
  await endFault(testbed, one);
  const problems = ended.state === 'done' ? [] : [`the deletion ended ${ended.state}: ${ended.error_message}`];
  problems.push(...differences(before, await stateOf(testbed)));
  return verdictOf(one, problems, struck);
}

/** Right for a fault that lasts, with the words for it; a fault that passes must not end an order. */
async function erred({ owner }: Testbed, one: FaultCase | undefined, placed: Placed): Promise<Outcome> {
  const { state, last_error: said } = await owner.cluster(placed.resource_uuid ?? '');
  const told = `${said?.code} owner ${said?.owner} step ${said?.step}: ${said?.message}`;
  const expected = one && FAILURES[one.kind];
  if (!expected) return { verdict: 'failed', problems: [`ended ERRED: ${told}`] };
  const steps = STEPS[one.position.simulator];
  const right = said?.code === expected.code && said.owner === expected.owner && steps.test(said.step);
  if (state === 'ERRED' && right) return { verdict: 'erred-rightly', problems: [] };
  const problem = `${state}, expected ${expected.code} owner ${expected.owner} step ${steps.source}, was ${told}`;
  return { verdict: 'failed', problems: [problem] };
}

function verdictOf(one: FaultCase | undefined, problems: string[], struck: boolean): Outcome {
  if (problems.length > 0) return { verdict: 'failed', problems };
  if (!struck) return { verdict: 'not-struck', problems };
  return { verdict: one && isLasting(one.kind) ? 'tolerated' : 'ok', problems };
}

async function hasStruck({ simulators }: Testbed, one: FaultCase | undefined): Promise<boolean> {
  if (!one) return true;
  const rows = faultRows.parse(await readSim(simulators[one.position.simulator], 'faults'));
  return rows.some(({ matches, nth = 1 }) => matches >= nth);
}

async function endFault({ simulators }: Testbed, one: FaultCase | undefined): Promise<void> {
  if (one) await simulators[one.position.simulator].clearFaults();
}
