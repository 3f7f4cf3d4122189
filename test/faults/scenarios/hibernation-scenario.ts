import { z } from 'zod';
import { askedRequests } from '../asked-requests.ts';
import { type Span, spanAttribution } from '../attribution.ts';
import { type BackendState, lastingDifferences, stateOf } from '../backend-state.ts';
import { ended, endFault, failed, type Outcome, plan, tried, wordsProblems } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import { isFailed, playedRound } from '../played-round.ts';
import { HIBERNATION_PHASES, type HibernationPhase } from '../route.ts';
import { openStanding } from './node-scenario.ts';
import type { Bed, Round, RoundResult, Scenario } from './scenario.ts';
import { nodesOf, recordProblems, type Seen, type Standing } from './standing-cluster.ts';
import { untilUpgraded } from './upgrade-phases.ts';

/** A cluster is hibernated and woken up. The cluster is then unchanged, so the next round can use it. */
export const hibernationScenario: Scenario = {
  phases: HIBERNATION_PHASES,
  worthRounds: 4,
  open: (endpoints, mode): Promise<Bed> => openStanding(endpoints, mode, { record: recordOnce, run: runRound }),
  nextRound: (take): Round => Object.fromEntries(HIBERNATION_PHASES.map((phase) => [phase, take(phase)])),
};

const shown = z.object({ hibernation: z.object({ status: z.string() }) });
const statusOf = async ({ testbed: { owner }, uuid }: Standing): Promise<string> =>
  shown.parse((await owner.call('GET', `rancher-clusters/${uuid}/`)).body).hibernation.status;
const WANTED: Readonly<Record<HibernationPhase, string>> = { hibernate: 'HIBERNATED', wake: 'AWAKE' };

const ask = ({ testbed: { owner }, uuid }: Standing, phase: HibernationPhase) =>
  owner.call('POST', `rancher-clusters/${uuid}/${phase}/`);

/**
 * Hibernates or wakes the cluster, and expects success. If a lasting fault makes the operation fail, a second request
 * without the fault must succeed.
 */
async function play(standing: Standing, phase: HibernationPhase, one: FaultCase | undefined): Promise<Outcome> {
  const { testbed } = standing;
  await plan(testbed, one);
  const answer = await ask(standing, phase);
  if (answer.status !== 202) return failed([`answered ${answer.status}: ${JSON.stringify(answer.body)}`]);
  const { state, last_error } = await untilUpgraded(standing);
  if (state === 'OK') {
    const struck = await endFault(testbed, one);
    return ended(one, await statusProblems(standing, phase), struck);
  }
  const problems = wordsProblems(one, last_error);
  await endFault(testbed, one);
  const again = await ask(standing, phase);
  if (again.status !== 202) return failed([...problems, `the second time: answered ${again.status}`]);
  await untilUpgraded(standing);
  problems.push(...(await statusProblems(standing, phase)));
  return problems.length > 0 ? failed(problems) : { verdict: 'erred-rightly', problems };
}

async function statusProblems(standing: Standing, phase: HibernationPhase): Promise<string[]> {
  const status = await statusOf(standing);
  return status === WANTED[phase] ? [] : [`the cluster is ${status}, not ${WANTED[phase]}`];
}

type Before = { state: BackendState; nodes: readonly Seen[] };
const wakeProblems = async (standing: Standing, { state, nodes }: Before): Promise<string[]> => [
  ...(await lastingDifferences(state, () => stateOf(standing.testbed))),
  ...(await recordProblems(standing, nodes)),
];

async function recordOnce(standing: Standing) {
  const sinceMs = Date.now();
  const spans: Span[] = [];
  for (const phase of HIBERNATION_PHASES) {
    const fromMs = Date.now();
    const { problems } = await play(standing, phase, undefined);
    if (problems.length > 0) throw new Error(`without any fault: ${problems.join('; ')}`);
    spans.push({ phase, fromMs, toMs: Date.now() });
  }
  return { asked: await askedRequests(standing.testbed, sinceMs, spanAttribution(spans)), shape: {} };
}

async function runRound(standing: Standing, round: Round): Promise<RoundResult> {
  const { timed, blame, over } = playedRound(round);
  const { hibernate, wake } = round;
  const before = { state: await stateOf(standing.testbed), nodes: await nodesOf(standing) };
  const asleep = await timed(hibernate, () => tried(() => play(standing, 'hibernate', hibernate)));
  if (isFailed(asleep)) {
    if (!hibernate) blame(wake, asleep);
    return over(false);
  }
  const awake = await timed(wake, () =>
    tried(async () => {
      const outcome = await play(standing, 'wake', wake);
      const problems = isFailed(outcome) ? [] : await wakeProblems(standing, before);
      return problems.length > 0 ? failed(problems) : outcome;
    }),
  );
  if (!wake && isFailed(awake)) blame(hibernate, awake);
  return over(!isFailed(awake));
}
