import { askedRequests } from '../asked-requests.ts';
import { checkedAttribution, type Span } from '../attribution.ts';
import { tried } from '../judge.ts';
import { isFailed, playedRound } from '../played-round.ts';
import { UPGRADE_PHASES } from '../route.ts';
import { openStanding } from './node-scenario.ts';
import type { Bed, Round, RoundResult, Scenario } from './scenario.ts';
import type { Standing } from './standing-cluster.ts';
import { type Accepted, untilUpgraded, upgrade, upgradeAcceptance } from './upgrade-phases.ts';

/** Upgrades a cluster to one patch release after another. After each upgrade only the release may differ. */
export const upgradeScenario: Scenario = {
  phases: UPGRADE_PHASES,
  worthRounds: 4,
  /**
   * The first upgrade writes the upgrade strategy into Rancher, where it stays. A fault-free upgrade therefore comes
   * first.
   */
  open: (endpoints, mode): Promise<Bed> =>
    openStanding(endpoints, mode, { prepare: faultFreeUpgrade, record: recordOnce, run: runRound }),
  nextRound: (take): Round => Object.fromEntries(UPGRADE_PHASES.map((phase) => [phase, take(phase)])),
};

async function faultFreeUpgrade(standing: Standing): Promise<void> {
  const { problems } = await upgradeAcceptance(standing, undefined);
  const { state, last_error } = await untilUpgraded(standing);
  if (problems.length > 0 || state !== 'OK')
    throw new Error(`without any fault an upgrade ended ${state}: ${problems} ${last_error?.message}`);
}

/** The upgrade repeats the requests to Rancher that the check before acceptance makes. */
const CHECKS = { upgrade: 'upgrade-check' } as const;

async function recordOnce(standing: Standing) {
  const fromMs = Date.now();
  await faultFreeUpgrade(standing);
  const spans: Span[] = [{ phase: 'upgrade', fromMs, toMs: Date.now() }];
  return { asked: await askedRequests(standing.testbed, fromMs, checkedAttribution(spans, CHECKS)), shape: {} };
}

async function runRound(standing: Standing, round: Round): Promise<RoundResult> {
  const { timed, blame, over } = playedRound(round);
  const { 'upgrade-check': checked, upgrade: one } = round;
  const accepted: Accepted = await timed(checked, () => tried(() => upgradeAcceptance(standing, checked)));
  const { target } = accepted;
  if (!target) {
    if (!checked) blame(one, accepted);
    return over(false);
  }
  const done = await timed(one, () => tried(() => upgrade(standing, one, target)));
  if (!one && isFailed(done)) blame(checked, done);
  return over(!isFailed(accepted) && !isFailed(done));
}
