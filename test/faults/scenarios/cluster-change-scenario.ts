import { askedRequests } from '../asked-requests.ts';
import { checkedAttribution, type Span } from '../attribution.ts';
import { lastingDifferences, madeSince, stateOf } from '../backend-state.ts';
import { failed, type Outcome, tried } from '../judge.ts';
import { isFailed, playedRound } from '../played-round.ts';
import { CLUSTER_CHANGE_PHASES } from '../route.ts';
import { startTestbed, type Testbed } from '../testbed.ts';
import type { Acceptance } from './acceptance.ts';
import {
  CLUSTER_CHANGES,
  type ClusterChange,
  clusterChangeAcceptance,
  clusterChanged,
  clusterChangeProblems,
  type StandingCluster,
} from './cluster-change-phases.ts';
import { faultFreeOrder } from './order.ts';
import type { Bed, Recorded, Round, RoundResult, Scenario, Shape } from './scenario.ts';
import { untilUpgraded } from './upgrade-phases.ts';

/**
 * A cluster of Cluster API gets one more worker, then a newer Kubernetes version. Kubernetes cannot be downgraded, so
 * each round has its own cluster.
 */
export const clusterChangeScenario: Scenario = {
  phases: CLUSTER_CHANGE_PHASES,
  worthRounds: 1,
  async open(endpoints, mode): Promise<Bed> {
    const testbed = await startTestbed(endpoints, mode);
    await (await faultFreeOrder(testbed)).terminate(); // creates and deletes a cluster in advance, because the first cluster leaves objects that later clusters share
    return {
      record: () => recordTwice(testbed),
      run: (round, shape) => runRound(testbed, round, shape),
      stop: testbed.stop,
    };
  },
  nextRound: (take): Round => Object.fromEntries(CLUSTER_CHANGE_PHASES.map((phase) => [phase, take(phase)])),
};

const CHECKS = Object.fromEntries(CLUSTER_CHANGES.map(({ phase, check }) => [phase, check]));

/** Records two runs, because the number of polls depends on timing. */
async function recordTwice(testbed: Testbed): Promise<Recorded> {
  const first = await recordOnce(testbed);
  const { asked, shape } = await recordOnce(testbed);
  return { first: first.asked, second: asked, shape };
}

async function recordOnce(testbed: Testbed) {
  const sinceMs = Date.now();
  const before = await stateOf(testbed);
  const { uuid, terminate } = await faultFreeOrder(testbed);
  const spans: Span[] = [];
  const shape: Shape = {};
  for (const change of CLUSTER_CHANGES) {
    const span = await faultFreeChange({ testbed, uuid, before }, change);
    spans.push(span);
    shape[span.phase] = madeSince(before, await stateOf(testbed));
  }
  await terminate();
  return { asked: await askedRequests(testbed, sinceMs, checkedAttribution(spans, CHECKS)), shape };
}

async function faultFreeChange(standing: StandingCluster, change: ClusterChange): Promise<Span> {
  const fromMs = Date.now();
  const accepted = await clusterChangeAcceptance(standing, undefined, change);
  await untilUpgraded(standing);
  const toMs = Date.now();
  const problems = [...accepted.problems, ...(await clusterChangeProblems(standing, change, undefined))];
  if (problems.length > 0) throw new Error(`without any fault: ${change.phase}: ${problems.join('; ')}`);
  return { phase: change.phase, fromMs, toMs };
}

type Playing = { round: Round; shape: Shape; timed: ReturnType<typeof playedRound>['timed'] };

/**
 * Requests one change, repeats a refused request once, and checks the result. The check is skipped if both requests are
 * refused.
 */
async function play(
  standing: StandingCluster,
  change: ClusterChange,
  { round, shape, timed }: Playing,
): Promise<{ accepted: Outcome; done?: Outcome }> {
  const { [change.check]: check, [change.phase]: one } = round;
  const accepted: Acceptance = await timed(check, () => tried(() => clusterChangeAcceptance(standing, check, change)));
  if (!accepted.answer) return { accepted };
  const done = await timed(one, () => tried(() => clusterChanged(standing, one, change, shape[change.phase])));
  return { accepted, done };
}

async function runRound(testbed: Testbed, round: Round, shape: Shape): Promise<RoundResult> {
  const { timed, blame, over } = playedRound(round);
  const [firstCase] = Object.values(round).filter((one) => one !== undefined);
  try {
    const before = await stateOf(testbed);
    const { uuid, terminate } = await faultFreeOrder(testbed);
    for (const change of CLUSTER_CHANGES) {
      const { [change.check]: check, [change.phase]: one } = round;
      const { accepted, done } = await play({ testbed, uuid, before }, change, { round, shape, timed });
      if (!check && isFailed(accepted)) blame(one, accepted);
      if (!one && done && isFailed(done)) blame(check, done);
      if (isFailed(accepted) || !done || isFailed(done)) return over(false);
    }
    await terminate();
    const left = await lastingDifferences(before, () => stateOf(testbed));
    if (left.length > 0) blame(firstCase, failed(left));
    return over(left.length === 0);
  } catch (error) {
    blame(firstCase, failed([error instanceof Error ? error.message : String(error)]));
    return over(false);
  }
}
