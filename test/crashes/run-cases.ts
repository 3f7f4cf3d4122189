import { type Outcome, secondsSince } from '#test/faults/judge';
import { type CloudUnderTest, type CrashBed, startCrashBed } from './crash-bed.ts';
import { type CancelCase, type DeathCase, nameOfCase, type PositionCase } from './crash-case.ts';
import type { CaseResult } from './outcome.ts';
import { runCancel } from './run-cancel.ts';
import { runDeaths } from './run-deaths.ts';
import { runScenario, type Scenario } from './scenario.ts';

export type CrashCase = PositionCase | Scenario;
export const nameOf = (one: CrashCase): string => (one.kind === 'scenario' ? one.name : nameOfCase(one));

type Options = {
  cloud: CloudUnderTest;
  shape: readonly string[];
  parallel: number;
  signal: AbortSignal;
  done(result: CaseResult): void;
};

/** Runs the cases in parallel workers. Each worker has a testbed and replaces it after a failed case. */
export async function runCases(cases: readonly CrashCase[], options: Options): Promise<void> {
  const rounds = roundsOf(cases);
  const workers = Array.from({ length: options.parallel }, () => worker(rounds, options));
  const ended = await Promise.allSettled(workers);
  for (const { reason } of ended.filter((one) => one.status === 'rejected')) throw reason;
}

type Round = { creation?: DeathCase | undefined; deletion?: DeathCase | undefined } | CancelCase | Scenario;

/** Pairs a death during a creation with a death during a deletion, so that both cases use the same cluster. */
function roundsOf(cases: readonly CrashCase[]): Round[] {
  const deaths = cases.filter((one) => one.kind === 'death');
  const making = deaths.filter(({ position }) => position.phase === 'creation');
  const deleting = deaths.filter(({ position }) => position.phase === 'deletion');
  const lives = Array.from({ length: Math.max(making.length, deleting.length) }, (_, at) => ({
    creation: making[at],
    deletion: deleting[at],
  }));
  return [...cases.filter((one) => one.kind !== 'death'), ...lives];
}

async function worker(rounds: Round[], { cloud, shape, signal, done }: Options): Promise<void> {
  let bed: CrashBed | undefined;
  try {
    for (let round = rounds.shift(); round && !signal.aborted; round = rounds.shift()) {
      bed ??= await startCrashBed(cloud);
      const results = await resultsOf(bed, round, shape);
      if (signal.aborted) return; // the local cloud stopped during the case, so the results prove nothing
      for (const result of results) done(result);
      if (results.every(({ verdict }) => verdict !== 'failed')) continue;
      await bed.stop();
      bed = undefined;
    }
  } finally {
    await bed?.stop();
  }
}

async function resultsOf(bed: CrashBed, round: Round, shape: readonly string[]): Promise<CaseResult[]> {
  const began = performance.now();
  const result = (one: CrashCase, { verdict, problems }: Outcome): CaseResult => ({
    ...{ name: nameOf(one), verdict, problems },
    seconds: secondsSince(began),
  });
  if ('kind' in round) {
    const outcome = round.kind === 'cancel' ? await runCancel(bed, round) : await runScenario(bed, round, shape);
    return [result(round, outcome)];
  }
  const { creation, deletion } = await runDeaths(bed, round, shape);
  const results = round.creation ? [result(round.creation, creation)] : [];
  if (round.deletion) return [...results, result(round.deletion, deletion)];
  // No function died during this deletion, so the creation caused the problems of the deletion.
  const problems = [...creation.problems, ...deletion.problems.map((problem) => `then ${problem}`)];
  const spoilt = problems.length > 0 ? ('failed' as const) : creation.verdict;
  return results.map((one) => ({ ...one, problems, verdict: spoilt }));
}
