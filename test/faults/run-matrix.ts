import type { Endpoints } from '#infra/local/endpoints';
import { type FaultCase, isLasting } from './matrix.ts';
import type { Recording, Shape } from './record-positions.ts';
import { type CaseResult, type Round, runRound } from './run-round.ts';
import { type Mode, startTestbed, type Testbed } from './testbed.ts';

type Options = {
  endpoints: Endpoints;
  parallel: number;
  signal: AbortSignal;
  done(result: CaseResult): void;
};

/** A look that was not made this time may be made the next. */
const TRIES = 3;

/** Runs the cases in rounds, so many at once, each in a testbed of its own, which is left behind when something stays in it. */
export async function runMatrix(cases: readonly FaultCase[], { shapes }: Recording, options: Options): Promise<void> {
  for (const [mode, of] of Map.groupBy(cases, ({ position }) => position.mode)) {
    await runMode(of, { mode, shape: shapes[mode] }, options);
  }
}

/** What the testbeds of a run are, and what an order makes in them. */
type Orders = { mode: Mode; shape: Shape };

async function runMode(cases: readonly FaultCase[], orders: Orders, options: Options): Promise<void> {
  const waiting = waitingOf(cases);
  const workers = Array.from({ length: options.parallel }, () => worker(waiting, orders, options));
  const ended = await Promise.allSettled(workers);
  for (const { reason } of ended.filter((one) => one.status === 'rejected')) throw reason;
}

type Waiting = ReturnType<typeof waitingOf>;
function waitingOf(cases: readonly FaultCase[]) {
  const of = (phase: string) => cases.filter(({ position }) => position.phase === phase);
  return {
    order: of('order'),
    creation: of('creation'),
    growth: of('growth'),
    deletion: of('deletion'),
    tries: new Map<FaultCase, number>(),
  };
}

/** A cluster that could not be made is deleted without a further fault, and so is one that has grown: there is more of it. */
function nextRound({ order, creation, growth, deletion }: Waiting): Round {
  const first = creation.shift();
  const isMade = first === undefined || !isLasting(first);
  const second = isMade ? growth.shift() : undefined;
  return {
    ...{ order: order.shift(), creation: first, growth: second },
    deletion: isMade && !second ? deletion.shift() : undefined,
  };
}

const casesOf = ({ order, creation, growth, deletion }: Round): FaultCase[] =>
  [order, creation, growth, deletion].filter((one) => one !== undefined);

async function worker(waiting: Waiting, { mode, shape }: Orders, options: Options): Promise<void> {
  const { endpoints, signal } = options;
  let testbed: Testbed | undefined;
  const leave = async () => {
    await testbed?.stop();
    testbed = undefined;
  };
  try {
    for (let round = nextRound(waiting); casesOf(round).length > 0 && !signal.aborted; round = nextRound(waiting)) {
      if (casesOf(round).some(({ position }) => position.firstTimeOnly)) await leave();
      testbed ??= await startTestbed(endpoints, mode);
      const { results, clean, postponed } = await runRound(testbed, round, shape);
      if (signal.aborted) return; // what ended with the cloud has told nothing
      for (const one of postponed) waiting[one.position.phase].push(one);
      for (const result of results) settle(waiting, result, options);
      if (!clean) await leave();
    }
  } finally {
    await leave();
  }
}

function settle(waiting: Waiting, result: CaseResult, { done }: Options): void {
  const { one, verdict } = result;
  const tries = (waiting.tries.get(one) ?? 0) + 1;
  waiting.tries.set(one, tries);
  if (verdict === 'not-struck' && tries < TRIES) waiting[one.position.phase].push(one);
  else done(result);
}
