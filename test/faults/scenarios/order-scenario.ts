import { askedRequests } from '../asked-requests.ts';
import { lifeAttribution } from '../attribution.ts';
import { type BackendState, madeSince, stateOf } from '../backend-state.ts';
import { type Outcome, tried } from '../judge.ts';
import { type FaultCase, isLasting } from '../matrix.ts';
import { isFailed, playedRound } from '../played-round.ts';
import { ORDER_PHASES } from '../route.ts';
import { startTestbed, type Testbed } from '../testbed.ts';
import { faultFreeOrder, type Placed } from './order.ts';
import { creation, deletion, order } from './phases.ts';
import type { Bed, Recorded, Round, RoundResult, Scenario, Shape } from './scenario.ts';

export const orderScenario: Scenario = {
  phases: ORDER_PHASES,
  worthRounds: 1,
  async open(endpoints, mode): Promise<Bed> {
    const testbed = await startTestbed(endpoints, mode);
    // The first cluster of Cluster API leaves objects that later clusters share, so one cluster is created and deleted
    // in advance.
    if (mode === 'cluster-api') await (await faultFreeOrder(testbed)).terminate();
    return {
      record: () => recordTwice(testbed),
      run: (round, shape) => runRound(testbed, round, shape),
      stop: testbed.stop,
    };
  },
  /** If the creation gets a lasting fault, the deletion gets no fault. */
  nextRound(take): Round {
    const creation = take('creation');
    const isMade = creation === undefined || !isLasting(creation);
    return { order: take('order'), creation, deletion: isMade ? take('deletion') : undefined };
  },
};

/** Records two runs. In the first run every function connects to the cloud for the first time. */
async function recordTwice(testbed: Testbed): Promise<Recorded> {
  const first = await recordOnce(testbed);
  const { asked, shape } = await recordOnce(testbed);
  return { first: first.asked, second: asked, shape: { creation: shape } };
}

async function recordOnce(testbed: Testbed) {
  const sinceMs = Date.now();
  const before = await stateOf(testbed);
  const { terminate } = await faultFreeOrder(testbed);
  const shape = madeSince(before, await stateOf(testbed));
  await terminate();
  return { asked: await askedRequests(testbed, sinceMs, lifeAttribution), shape };
}

async function runRound(testbed: Testbed, round: Round, shape: Shape): Promise<RoundResult> {
  const { timed, blame, over } = playedRound(round);
  const begun = await timed(round.order, () => begin(testbed, round.order));
  if (!begun.made) {
    if (!round.order) blame(round.creation ?? round.deletion, begun);
    return over(false);
  }
  const { placed, before } = begun.made;
  const created = await timed(round.creation, () =>
    tried(() => creation(testbed, round.creation, placed, { before, shape: shape.creation ?? [] })),
  );
  const isMade = created.verdict !== 'failed' && created.verdict !== 'erred-rightly';
  const ends = isMade ? round.deletion : undefined;
  const deleted = await timed(ends, () => tried(() => deletion(testbed, ends, placed, before)));
  if (!round.creation && isFailed(created)) blame(round.order ?? round.deletion, created);
  if (!ends && isFailed(deleted)) blame(round.creation ?? round.order, deleted);
  return over(![begun, created, deleted].some(isFailed));
}

type Begun = Outcome & { made?: { placed: Placed; before: BackendState } };

async function begin(testbed: Testbed, one: FaultCase | undefined): Promise<Begun> {
  let made: Begun['made'];
  const outcome = await tried(async () => {
    const before = await stateOf(testbed);
    const { placed, ...ordered } = await order(testbed, one, before);
    made = { placed, before };
    return ordered;
  });
  return { ...outcome, ...(made && { made }) };
}
