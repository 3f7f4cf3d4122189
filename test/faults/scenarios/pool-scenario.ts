import type { Endpoints } from '#infra/local/endpoints';
import { askedRequests } from '../asked-requests.ts';
import { checkedAttribution, type Span } from '../attribution.ts';
import { madeSince, stateOf } from '../backend-state.ts';
import { type Outcome, tried } from '../judge.ts';
import { isFailed, playedRound } from '../played-round.ts';
import { POOL_PHASES } from '../route.ts';
import { type Mode, startTestbed } from '../testbed.ts';
import type { Acceptance } from './acceptance.ts';
import { faultFreeOrder } from './order.ts';
import {
  changeAcceptance,
  changed,
  changedProblems,
  POOL_CHANGES,
  type PoolChange,
  poolUuid,
  type StandingPools,
  targetOf,
} from './pool-phases.ts';
import type { Bed, Recorded, Round, RoundResult, Scenario, Shape } from './scenario.ts';
import { untilUpgraded } from './upgrade-phases.ts';

/**
 * A pool gets one more machine, loses a chosen machine, and gets all machines replaced. It then has as many machines as
 * before, so the next round can use it.
 */
export const poolScenario: Scenario = {
  phases: POOL_PHASES,
  worthRounds: 4, // one testbed for every four rounds, because each testbed must first create a cluster
  open,
  nextRound: (take): Round => Object.fromEntries(POOL_PHASES.map((phase) => [phase, take(phase)])),
};

async function open(endpoints: Endpoints, mode: Mode): Promise<Bed> {
  const testbed = await startTestbed(endpoints, mode);
  try {
    const before = await stateOf(testbed);
    const { uuid } = await faultFreeOrder(testbed);
    const standing = { testbed, uuid, before, pool: await poolUuid({ testbed, uuid }) };
    return {
      record: () => recordTwice(standing),
      run: (round, shape) => runRound(standing, round, shape),
      stop: testbed.stop,
    };
  } catch (error) {
    await testbed.stop();
    throw error;
  }
}

/** Records two runs, because the number of polls depends on timing. */
async function recordTwice(standing: StandingPools): Promise<Recorded> {
  const first = await recordOnce(standing);
  const { asked, shape } = await recordOnce(standing);
  return { first: first.asked, second: asked, shape };
}

const CHECKS = Object.fromEntries(POOL_CHANGES.map(({ phase, check }) => [phase, check]));

async function recordOnce(standing: StandingPools) {
  const { testbed, before } = standing;
  const sinceMs = Date.now();
  const spans: Span[] = [];
  const shape: Shape = {};
  for (const change of POOL_CHANGES) {
    const span = await faultFreeChange(standing, change);
    spans.push(span);
    shape[span.phase] = madeSince(before, await stateOf(testbed));
  }
  return { asked: await askedRequests(testbed, sinceMs, checkedAttribution(spans, CHECKS)), shape };
}

/**
 * Runs a change without faults and returns the time span of the change. The span excludes the requests that read the
 * cluster before and after the change.
 */
async function faultFreeChange(standing: StandingPools, change: PoolChange): Promise<Span> {
  const { phase } = change;
  const target = await targetOf(standing, change);
  const fromMs = Date.now();
  const accepted = await changeAcceptance(standing, undefined, target);
  await untilUpgraded(standing);
  const toMs = Date.now();
  const problems = [...accepted.problems, ...(await changedProblems(standing, target, undefined))];
  if (problems.length > 0) throw new Error(`without any fault: ${phase}: ${problems.join('; ')}`);
  return { phase, fromMs, toMs };
}

type Playing = { shape: Shape; timed: ReturnType<typeof playedRound>['timed'] };

/**
 * Requests one change, repeats a refused request once, and checks the result. The check is skipped if both requests are
 * refused.
 */
async function play(
  standing: StandingPools,
  change: PoolChange,
  round: Round,
  { shape, timed }: Playing,
): Promise<{ accepted: Outcome; done?: Outcome }> {
  const { [change.check]: check, [change.phase]: one } = round;
  const target = await targetOf(standing, change);
  const accepted: Acceptance = await timed(check, () => tried(() => changeAcceptance(standing, check, target)));
  if (!accepted.answer) return { accepted };
  const done = await timed(one, () => tried(() => changed(standing, one, target, shape[change.phase])));
  return { accepted, done };
}

async function runRound(standing: StandingPools, round: Round, shape: Shape): Promise<RoundResult> {
  const { timed, blame, over } = playedRound(round);
  for (const change of POOL_CHANGES) {
    const { [change.check]: check, [change.phase]: one } = round;
    const { accepted, done } = await play(standing, change, round, { shape, timed });
    if (!check && isFailed(accepted)) blame(one, accepted);
    if (!one && done && isFailed(done)) blame(check, done);
    if (isFailed(accepted) || !done || isFailed(done)) return over(false);
  }
  return over(true);
}
