import type { Endpoints } from '#infra/local/endpoints';
import type { Asked } from '../asked-requests.ts';
import type { Verdict } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import type { Phase } from '../route.ts';
import type { Mode } from '../testbed.ts';

/** The objects in the backends after a fault-free phase, one line for each. */
export type Shape = Partial<Record<Phase, string[]>>;
/** At most one fault for each phase. The faults are independent. */
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
  /** Whether nothing is left of the round. If true, the next round can use the testbed. */
  clean: boolean;
  /** Cases that were not tried, because an earlier phase had failed. */
  postponed: FaultCase[];
};

/** All requests of two fault-free runs. In the first run the functions connect to the cloud for the first time. */
export type Recorded = { first: Asked[]; second: Asked[]; shape: Shape };

/** A testbed in which a scenario can be played repeatedly, as long as each round leaves nothing behind. */
export type Bed = {
  /** @throws if the fault-free run fails, because there is then nothing to compare with */
  record(): Promise<Recorded>;
  /** Never throws. Each failure becomes a problem of a case. */
  run(round: Round, shape: Shape): Promise<RoundResult>;
  stop(): Promise<void>;
};

export type Scenario = {
  phases: readonly Phase[];
  /** The number of waiting rounds that justify the start of one more testbed. */
  worthRounds: number;
  open(endpoints: Endpoints, mode: Mode): Promise<Bed>;
  /** Chooses the waiting cases that run together. `take` returns the next case of a phase. */
  nextRound(take: (phase: Phase) => FaultCase | undefined): Round;
};
