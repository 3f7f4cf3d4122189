import type { Endpoints } from '#infra/local/endpoints';
import type { FaultCase } from './matrix.ts';
import type { Recording } from './record-positions.ts';
import type { Bed, CaseResult, Round, Scenario, Shape } from './scenarios/scenario.ts';
import { SCENARIOS } from './scenarios/scenarios.ts';
import type { Mode } from './testbed.ts';

type Options = {
  endpoints: Endpoints;
  parallel: number;
  signal: AbortSignal;
  done(result: CaseResult): void;
};

/**
 * The maximum number of attempts for a case. A case is attempted again if its fault did not strike, for example because
 * a poll did not occur.
 */
const TRIES = 3;

/**
 * Runs the cases in rounds, at most `parallel` rounds at a time. Rounds that run at the same time use different
 * testbeds. A testbed is stopped if a round leaves something in it. If a worker fails, all other workers and scenarios
 * still run before the error is thrown.
 */
export async function runMatrix(cases: readonly FaultCase[], { shapes }: Recording, options: Options): Promise<void> {
  const failures: unknown[] = [];
  for (const [mode, ofMode] of Map.groupBy(cases, ({ position }) => position.mode)) {
    for (const scenario of Object.values(SCENARIOS)) {
      const of = ofMode.filter(({ position }) => scenario.phases.includes(position.phase));
      failures.push(...(await runScenario(of, { scenario, mode, shape: shapes[mode] }, options)));
    }
  }
  if (failures.length > 0) throw failures[0];
}

type Play = { scenario: Scenario; mode: Mode; shape: Shape };

/** Returns the errors of the workers that failed. */
async function runScenario(cases: readonly FaultCase[], play: Play, options: Options): Promise<unknown[]> {
  const waiting: Waiting = { cases: [...cases], tries: new Map() };
  const workers = Array.from({ length: workersFor(cases, play, options) }, () => worker(waiting, play, options));
  const ended = await Promise.allSettled(workers);
  return ended.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
}

function workersFor(cases: readonly FaultCase[], { scenario }: Play, { parallel }: Options): number {
  const rounds = Math.max(
    ...scenario.phases.map((one) => cases.filter(({ position }) => position.phase === one).length),
  );
  return Math.min(parallel, Math.ceil(rounds / scenario.worthRounds));
}

type Waiting = { cases: FaultCase[]; tries: Map<FaultCase, number> };

function nextRound({ cases }: Waiting, { scenario }: Play): Round {
  return scenario.nextRound((phase) => {
    const at = cases.findIndex(({ position }) => position.phase === phase);
    return at < 0 ? undefined : cases.splice(at, 1)[0];
  });
}

const casesOf = (round: Round): FaultCase[] => Object.values(round).filter((one) => one !== undefined);

async function worker(waiting: Waiting, play: Play, options: Options): Promise<void> {
  const { endpoints, signal } = options;
  let bed: Bed | undefined;
  const leave = async () => {
    await bed?.stop();
    bed = undefined;
  };
  try {
    for (
      let round = nextRound(waiting, play);
      casesOf(round).length > 0 && !signal.aborted;
      round = nextRound(waiting, play)
    ) {
      if (casesOf(round).some(({ position }) => position.firstTimeOnly)) await leave();
      bed ??= await play.scenario.open(endpoints, play.mode);
      const { results, clean, postponed } = await bed.run(round, play.shape);
      if (signal.aborted) return; // the results prove nothing, because the local cloud has ended
      waiting.cases.push(...postponed);
      for (const result of results) take(waiting, result, options);
      if (!clean) await leave();
    }
  } finally {
    await leave();
  }
}

function take(waiting: Waiting, result: CaseResult, { done }: Options): void {
  const { one, verdict } = result;
  const tries = (waiting.tries.get(one) ?? 0) + 1;
  waiting.tries.set(one, tries);
  if (verdict === 'not-struck' && tries < TRIES) waiting.cases.push(one);
  else done(result);
}
