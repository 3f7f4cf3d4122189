import { type BackendState, stateOf } from './backend-state.ts';
import { failed, type Outcome, secondsSince, tried, type Verdict } from './judge.ts';
import { type FaultCase, nameOf } from './matrix.ts';
import type { Placed } from './order.ts';
import { creation, deletion, type Expected, growth, order } from './phases.ts';
import type { Testbed } from './testbed.ts';

/** At most one fault of each phase of one cluster's life: none knows of the others. */
export type Round = {
  order?: FaultCase | undefined;
  creation?: FaultCase | undefined;
  /** Only with one of these a node is added. */
  growth?: FaultCase | undefined;
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
export async function runRound(testbed: Testbed, round: Round, shape: Expected['shape']): Promise<RoundResult> {
  const results: CaseResult[] = [];
  const timed = async <O extends Outcome>(one: FaultCase | undefined, phase: () => Promise<O>): Promise<O> => {
    const began = performance.now();
    const outcome = await phase();
    const { verdict, problems } = outcome;
    if (one) results.push({ one, name: nameOf(one), verdict, seconds: secondsSince(began), problems });
    return outcome;
  };
  const left = (clean: boolean, ...all: (FaultCase | undefined)[]): RoundResult => ({
    ...{ results, clean },
    postponed: all.filter((one) => one !== undefined).filter((one) => !results.some((result) => result.one === one)),
  });

  const begun = await timed(round.order, () => begin(testbed, round.order));
  if (!begun.made) {
    if (!round.order) blame(results, round.creation ?? round.growth ?? round.deletion, begun);
    return left(false, round.creation, round.growth, round.deletion);
  }
  const { placed, before } = begun.made;
  const created = await timed(round.creation, () =>
    tried(() => creation(testbed, round.creation, placed, { before, shape })),
  );
  const isMade = created.verdict !== 'failed' && created.verdict !== 'erred-rightly';
  const grows = isMade ? round.growth : undefined;
  const grown = grows && (await timed(grows, () => tried(() => growth(testbed, grows, placed, { before, shape }))));
  const ends = isMade ? round.deletion : undefined;
  const deleted = await timed(ends, () => tried(() => deletion(testbed, ends, placed, before)));
  // A phase without a fault of its own that goes wrong is the doing of one before.
  if (!round.creation && isFailed(created)) blame(results, round.order ?? round.growth ?? round.deletion, created);
  if (!ends && isFailed(deleted)) blame(results, grows ?? round.creation ?? round.order, deleted);
  return left(![begun, created, grown, deleted].some(isFailed), round.growth, round.deletion);
}

const isFailed = (outcome: Outcome | undefined): boolean => outcome?.verdict === 'failed';

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
