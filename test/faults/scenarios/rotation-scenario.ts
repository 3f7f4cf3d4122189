import { z } from 'zod';
import { askedRequests } from '../asked-requests.ts';
import { checkedAttribution, type Span } from '../attribution.ts';
import { type BackendState, lastingDifferences, masked, readSim, stateOf } from '../backend-state.ts';
import { ended, endFault, failed, type Outcome, plan, tried, wordsProblems } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import { isFailed, playedRound } from '../played-round.ts';
import { ROTATION_PHASES } from '../route.ts';
import { type Acceptance, acceptance, wordsOf } from './acceptance.ts';
import { type Before, leftOf } from './node-phases.ts';
import { openStanding } from './node-scenario.ts';
import type { Bed, Round, RoundResult, Scenario } from './scenario.ts';
import { nodesOf, recordProblems, type Standing } from './standing-cluster.ts';
import { untilUpgraded } from './upgrade-phases.ts';

/** The certificates of a cluster are rotated. Only the number of the rotation may change. */
export const rotationScenario: Scenario = {
  phases: ROTATION_PHASES,
  worthRounds: 4,
  /**
   * The first rotation writes a number into the cluster, where it stays. A fault-free rotation therefore comes first.
   */
  open: (endpoints, mode): Promise<Bed> =>
    openStanding(endpoints, mode, { prepare: faultFreeRotation, record: recordOnce, run: runRound }),
  nextRound: (take): Round => Object.fromEntries(ROTATION_PHASES.map((phase) => [phase, take(phase)])),
};

const ask = ({ testbed: { owner }, uuid }: Standing) =>
  owner.call('POST', `rancher-clusters/${uuid}/rotate_certificates/`);

const certificates = z.object({ rotation: z.unknown(), rotated_at: z.string().nullable() });
const rotated = z.object({ rkeConfig: z.object({ rotateCertificates: z.object({ generation: z.int() }).optional() }) });
const rancherState = z.object({ provisioningClusters: z.array(z.object({ spec: rotated })) });

async function rotationsOf({ testbed: { owner, simulators }, uuid }: Standing) {
  const { rotation, rotated_at } = certificates.parse(
    (await owner.call('GET', `rancher-clusters/${uuid}/certificates/`)).body,
  );
  const { provisioningClusters } = rancherState.parse(await readSim(simulators.rancher, 'state'));
  const asked = provisioningClusters.map(({ spec }) => spec.rkeConfig.rotateCertificates?.generation ?? 0);
  return { isOver: rotation === null, rotatedAt: rotated_at ?? '', asked: Math.max(...asked) };
}

type Target = Before & { rotations: Awaited<ReturnType<typeof rotationsOf>> };
const targetOf = async (standing: Standing): Promise<Target> => ({
  state: await stateOf(standing.testbed),
  nodes: await nodesOf(standing),
  rotations: await rotationsOf(standing),
});

async function rotatedProblems(standing: Standing, { state, nodes, rotations }: Target): Promise<string[]> {
  const { isOver, rotatedAt, asked } = await rotationsOf(standing);
  return [
    ...(isOver ? [] : ['the cluster still shows the rotation']),
    ...(rotatedAt > rotations.rotatedAt ? [] : [`the last rotation is said to have ended ${rotatedAt || 'never'}`]),
    ...(asked === rotations.asked + 1 ? [] : [`Rancher was asked for ${asked - rotations.asked} rotations`]),
    ...(await lastingDifferences(unnumbered(state), async () => unnumbered(await stateOf(standing.testbed)))),
    ...(await recordProblems(standing, nodes)),
  ];
}
const unnumbered = (state: BackendState): BackendState =>
  masked(state, /(?<="rotateCertificates":\{"generation":)\d+/g, '0');

/** Expects that an accepted rotation is carried out once. After a lasting fault a second request must succeed. */
async function rotation(standing: Standing, one: FaultCase | undefined, target: Target): Promise<Outcome> {
  const { testbed } = standing;
  await plan(testbed, one); // The fault still affects the first step, because the step's function needs time to start.
  const { state, last_error } = await untilUpgraded(standing);
  if (state === 'OK') {
    const struck = await endFault(testbed, one);
    return ended(one, await rotatedProblems(standing, target), struck);
  }
  const problems = wordsProblems(one, last_error);
  await endFault(testbed, one);
  const again = await ask(standing);
  if (again.status !== 202) return failed([...problems, `the second time: ${wordsOf(again)}`]);
  await untilUpgraded(standing);
  problems.push(...(await rotatedProblems(standing, target)));
  return problems.length > 0 ? failed(problems) : { verdict: 'erred-rightly', problems };
}

async function faultFreeRotation(standing: Standing): Promise<void> {
  const accepted = await ask(standing);
  if (accepted.status !== 202) throw new Error(`without any fault a rotation was ${wordsOf(accepted)}`);
  const { state, last_error } = await untilUpgraded(standing);
  if (state !== 'OK') throw new Error(`without any fault a rotation ended ${state}: ${last_error?.message}`);
}

async function recordOnce(standing: Standing) {
  const fromMs = Date.now();
  await faultFreeRotation(standing);
  const spans: Span[] = [{ phase: 'rotation', fromMs, toMs: Date.now() }];
  const attribution = checkedAttribution(spans, { rotation: 'rotation-check' });
  return { asked: await askedRequests(standing.testbed, fromMs, attribution), shape: {} };
}

async function runRound(standing: Standing, round: Round): Promise<RoundResult> {
  const { timed, blame, over } = playedRound(round);
  const { 'rotation-check': checked, rotation: one } = round;
  const target = await targetOf(standing);
  const accepted: Acceptance = await timed(checked, () =>
    tried(() =>
      acceptance(standing.testbed, checked, { left: () => leftOf(standing, target), ask: () => ask(standing) }),
    ),
  );
  if (!accepted.answer) {
    if (!checked) blame(one, accepted);
    return over(false);
  }
  const done = await timed(one, () => tried(() => rotation(standing, one, target)));
  if (!one && isFailed(done)) blame(checked, done);
  return over(!isFailed(accepted) && !isFailed(done));
}
