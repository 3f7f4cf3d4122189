import { askedRequests } from '../asked-requests.ts';
import { checkedAttribution, type Span } from '../attribution.ts';
import { lastingDifferences, stateOf } from '../backend-state.ts';
import { failed, type Outcome, tried } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import { isFailed, playedRound } from '../played-round.ts';
import { APP_PHASES, type Phase } from '../route.ts';
import { type Acceptance, acceptance } from './acceptance.ts';
import { ACTS, type Act, carriedOut } from './app-phases.ts';
import { deleteNamespace, findApp, openShop, type Shop } from './app-shop.ts';
import { type Before, leftOf } from './node-phases.ts';
import { openStanding } from './node-scenario.ts';
import type { Bed, Round, RoundResult, Scenario } from './scenario.ts';
import { nodesOf, type Standing } from './standing-cluster.ts';

/** An application is installed in a new namespace, changed, rolled back and deleted. Then its namespace is deleted. */
export const appScenario: Scenario = {
  phases: APP_PHASES,
  worthRounds: 4,
  open: (endpoints, mode): Promise<Bed> => {
    let opened: Promise<Shop>;
    return openStanding(endpoints, mode, {
      prepare: async (standing) => {
        opened = openShop(standing);
        await opened;
      },
      record: async () => recordOnce(await opened),
      run: async (_standing, round) => runRound(await opened, round),
    });
  },
  nextRound: (take): Round => Object.fromEntries(APP_PHASES.map((phase) => [phase, take(phase)])),
};

const beforeOf = async (standing: Standing): Promise<Before> => ({
  state: await stateOf(standing.testbed),
  nodes: await nodesOf(standing),
});

const CHECKS: Partial<Record<Phase, Phase>> = Object.fromEntries(
  ACTS.flatMap(({ phase, check }) => (check ? [[phase, check]] : [])),
);

async function recordOnce(shop: Shop) {
  const { standing } = shop;
  const sinceMs = Date.now();
  const spans: Span[] = [];
  const start = await beforeOf(standing);
  const withoutFault = ({ problems }: Outcome, phase: Phase) => {
    if (problems.length > 0) throw new Error(`without any fault: ${phase}: ${problems.join('; ')}`);
  };
  for (const act of ACTS) {
    const fromMs = Date.now();
    const { revision, ...accepted } = await asked(shop, act, undefined);
    withoutFault(accepted, act.phase);
    withoutFault(await carriedOut(shop, act, undefined, { start, revision }), act.phase);
    spans.push({ phase: act.phase, fromMs, toMs: Date.now() });
  }
  withoutFault(await cleared(shop, start), 'app-deletion');
  return { asked: await askedRequests(standing.testbed, sinceMs, checkedAttribution(spans, CHECKS)), shape: {} };
}

type Accepted = Acceptance & { revision: number };

async function asked(shop: Shop, act: Act, one: FaultCase | undefined): Promise<Accepted> {
  const { standing } = shop;
  const before = await beforeOf(standing);
  const { revision = 0 } = (await findApp(shop)) ?? {};
  return {
    revision,
    ...(await acceptance(standing.testbed, one, {
      left: () => leftOf(standing, before),
      ask: () => act.ask(shop),
      accepted: act.accepted,
    })),
  };
}

/** Deletes the application's namespace and expects that the backends are in their earlier state. */
async function cleared(shop: Shop, { state }: Before): Promise<Outcome> {
  await deleteNamespace(shop);
  const problems = await lastingDifferences(state, () => stateOf(shop.standing.testbed));
  return problems.length > 0 ? failed(problems) : { verdict: 'ok', problems };
}

async function runRound(shop: Shop, round: Round): Promise<RoundResult> {
  const { timed, blame, over } = playedRound(round);
  const cases = Object.values(round).filter((one) => one !== undefined);
  const start = await beforeOf(shop.standing);
  let latest: FaultCase | undefined;
  /** Runs one act. If an act without a planned fault fails, the failure counts against the latest case. */
  const played = async <O extends Outcome>(one: FaultCase | undefined, play: () => Promise<O>) => {
    const outcome = await timed(one, () => tried(play));
    if (!one && isFailed(outcome)) blame(latest ?? cases[0], outcome);
    latest = one ?? latest;
    return outcome;
  };
  for (const act of ACTS) {
    const check = act.check && round[act.check];
    const accepted: Partial<Accepted> & Outcome = await played(check, () => asked(shop, act, check));
    const { answer, revision = 0 } = accepted;
    if (!answer || isFailed(accepted)) return over(false);
    const one = round[act.phase];
    if (isFailed(await played(one, () => carriedOut(shop, act, one, { start, revision })))) return over(false);
  }
  return over(!isFailed(await played(undefined, () => cleared(shop, start))));
}
