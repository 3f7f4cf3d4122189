import type { Endpoints } from '#infra/local/endpoints';
import type { Asked } from '../asked-requests.ts';
import type { Verdict } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import type { Phase } from '../route.ts';
import type { Mode } from '../testbed.ts';

/** What a phase leaves in the backends when nothing goes wrong, one line for each object. */
export type Shape = Partial<Record<Phase, string[]>>;
/** At most one fault of each phase: none knows of the others. */
export type Round = Partial<Record<Phase, FaultCase | undefined>>;
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

/** Everything that was asked the first time, when the functions met the cloud, and the second time. */
export type Recorded = { first: Asked[]; second: Asked[]; shape: Shape };

/** A testbed in which a scenario can be played again and again, as long as nothing is left of it. */
export type Bed = {
  /** @throws when it does not end well without any fault, since then nothing can be compared with it */
  record(): Promise<Recorded>;
  /** Never throws: what goes wrong is a problem of a case. */
  run(round: Round, shape: Shape): Promise<RoundResult>;
  stop(): Promise<void>;
};

/** What is there before, what is asked for in which phases, and how it is judged. */
export type Scenario = {
  phases: readonly Phase[];
  /** How many rounds a testbed is worth starting for, where others are at work already. */
  worthRounds: number;
  open(endpoints: Endpoints, mode: Mode): Promise<Bed>;
  /** The waiting cases that go together; `take` gives the next of a phase. */
  nextRound(take: (phase: Phase) => FaultCase | undefined): Round;
};
