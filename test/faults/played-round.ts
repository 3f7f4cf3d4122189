import { failed, type Outcome, secondsSince } from './judge.ts';
import { type FaultCase, nameOf } from './matrix.ts';
import type { CaseResult, Round, RoundResult } from './scenarios/scenario.ts';

export const isFailed = (outcome: Outcome | undefined): boolean => outcome?.verdict === 'failed';

export function playedRound(round: Round) {
  const results: CaseResult[] = [];
  const cases = Object.values(round).filter((one) => one !== undefined);
  async function timed<O extends Outcome>(one: FaultCase | undefined, phase: () => Promise<O>): Promise<O> {
    const began = performance.now();
    const outcome = await phase();
    const { verdict, problems } = outcome;
    if (one) results.push({ one, name: nameOf(one), verdict, seconds: secondsSince(began), problems });
    return outcome;
  }
  /**
   * Adds the failure of a phase to the case of another phase in the same round. Used if the failed phase has no fault,
   * and therefore no case. The fault of the other case must have caused the failure.
   */
  function blame(one: FaultCase | undefined, { problems }: Outcome): void {
    const known = results.find((result) => result.one === one);
    const then = problems.map((problem) => `then ${problem}`);
    if (known) Object.assign(known, failed([...known.problems, ...then]));
    else if (one) results.push({ one, name: nameOf(one), seconds: 0, ...failed(then) });
  }
  const over = (clean: boolean): RoundResult => ({
    ...{ results, clean },
    postponed: cases.filter((one) => !results.some((result) => result.one === one)),
  });
  return { timed, blame, over };
}
