import { type BackendState, stateOf } from './backend-state.ts';
import { failed, type Outcome, secondsSince, tried, type Verdict } from './judge.ts';
import { type FaultCase, nameOf } from './matrix.ts';
import type { Placed } from './order.ts';
import { creation, deletion, order } from './phases.ts';
import type { Testbed } from './testbed.ts';

/** At most one fault of each phase of one cluster's life: none knows of the others. */
export type Round = {
  order?: FaultCase | undefined;
  creation?: FaultCase | undefined;
  deletion?: FaultCase | undefined;
};
export type CaseResult = {
  one: FaultCase;
  name: string;
  verdict: Verdict;
  seconds: number;
  problems: string[];
};
export type RoundResult = {
  results: CaseResult[];
  /** Nothing is left of the round: the next one may use the testbed. */
  clean: boolean;
  /** Not tried, since what comes before had failed. */
  postponed: FaultCase[];
};

/** Takes one cluster through its life with the faults of the round. Never throws: what goes wrong is a problem of a case. */
export async function runRound(testbed: Testbed, round: Round, shape: readonly string[]): Promise<RoundResult> {
  const results: CaseResult[] = [];
  const note = (one: FaultCase | undefined, { verdict, problems }: Outcome, began: number) => {
    if (one) results.push({ one, name: nameOf(one), verdict, seconds: secondsSince(began), problems });
  };
  const left = (postponed: (FaultCase | undefined)[], clean = false): RoundResult => ({
    ...{ results, clean },
    postponed: postponed.filter((one) => one !== undefined),
  });

  let began = performance.now();
  const begun = await begin(testbed, round.order);
  note(round.order, begun, began);
  if (!begun.made) {
    if (!round.order) blame(results, round.creation ?? round.deletion, begun);
    return left([round.creation, round.deletion].filter((one) => !results.some((result) => result.one === one)));
  }
  const { placed, before } = begun.made;

  began = performance.now();
  const created = await tried(() => creation(testbed, round.creation, placed, { before, shape }));
  note(round.creation, created, began);
  const isMade = created.verdict !== 'failed' && created.verdict !== 'erred-rightly';

  began = performance.now();
  const deleted = await tried(() => deletion(testbed, isMade ? round.deletion : undefined, placed, before));
  if (isMade) note(round.deletion, deleted, began);
  // A phase without a fault of its own that goes wrong is the doing of one before.
  if (!round.creation && created.verdict === 'failed') blame(results, round.order ?? round.deletion, created);
  if (!(isMade && round.deletion) && deleted.verdict === 'failed') {
    blame(results, round.creation ?? round.order, deleted);
  }
  const clean = [begun, created, deleted].every(({ verdict }) => verdict !== 'failed');
  const isTried = results.some(({ one }) => one === round.deletion);
  return left(isTried ? [] : [round.deletion], clean);
}

type Begun = Outcome & { made?: { placed: Placed; before: BackendState } };

async function begin(testbed: Testbed, one: FaultCase | undefined): Promise<Begun> {
  let made: Begun['made'];
  const outcome = await tried(async () => {
    const before = await stateOf(testbed);
    const { placed, ...ordered } = await order(testbed, one, before);
    made = { placed, before };
    return ordered;
  });
  return { ...outcome, ...(made && { made }) };
}

function blame(results: CaseResult[], one: FaultCase | undefined, { problems }: Outcome): void {
  const known = results.find((result) => result.one === one);
  const then = problems.map((problem) => `then ${problem}`);
  if (known) Object.assign(known, failed([...known.problems, ...then]));
  else if (one) results.push({ one, name: nameOf(one), seconds: 0, ...failed(then) });
}
