import { lastingDifferences, stateOf } from '../backend-state.ts';
import { ended, endFault, failed, type Outcome, plan, wordsProblems } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import { type Acceptance, type Answer, acceptance, wordsOf } from './acceptance.ts';
import type { Standing } from './standing-cluster.ts';
import { untilUpgraded } from './upgrade-phases.ts';

type Place = Pick<Standing, 'testbed' | 'uuid'>;

/** Expects that a request for the change is accepted, at the latest at the second attempt. */
export async function requestAcceptance(
  { testbed }: Place,
  one: FaultCase | undefined,
  ask: () => Promise<Answer>,
): Promise<Acceptance> {
  const state = await stateOf(testbed);
  return acceptance(testbed, one, { left: () => lastingDifferences(state, () => stateOf(testbed)), ask });
}

type Change = {
  ask(): Promise<Answer>;
  /** Differences from the expected state after the change. */
  problems(): Promise<string[]>;
};

/** Expects that an accepted change is carried out. After a lasting fault a second request must succeed. */
export async function changeOutcome(
  place: Place,
  one: FaultCase | undefined,
  { ask, problems: problemsNow }: Change,
): Promise<Outcome> {
  const { testbed } = place;
  await plan(testbed, one); // The fault still affects the first step, because the step's function needs time to start.
  const { state, last_error } = await untilUpgraded(place);
  if (state === 'OK') {
    const struck = await endFault(testbed, one);
    return ended(one, await problemsNow(), struck);
  }
  const problems = wordsProblems(one, last_error);
  await endFault(testbed, one);
  const again = await ask();
  if (again.status !== 202) return failed([...problems, `the second time: ${wordsOf(again)}`]);
  await untilUpgraded(place);
  problems.push(...(await problemsNow()));
  return problems.length > 0 ? failed(problems) : { verdict: 'erred-rightly', problems };
}
