import type { Endpoints } from '#infra/local/endpoints';
import { deleteNode } from '#test/e2e/_worlds/added-node';
import { type Asked, askedRequests } from '../asked-requests.ts';
import { type Span, spanAttribution } from '../attribution.ts';
import { madeSince, stateOf } from '../backend-state.ts';
import { type Outcome, tried } from '../judge.ts';
import { isFailed, playedRound } from '../played-round.ts';
import { NODE_PHASES, type NodePhase } from '../route.ts';
import { type Mode, startTestbed } from '../testbed.ts';
import { type Added, addition, nodeDeletion } from './node-phases.ts';
import type { Bed, Recorded, Round, RoundResult, Scenario, Shape } from './scenario.ts';
import { nodeOf, type Role, readNode, type Standing, standingCluster } from './standing-cluster.ts';

const ROLES = ['agent', 'server'] as const;

/** A node is added to a cluster and deleted again. The cluster is then unchanged, so the next round can use it. */
export const nodeScenario: Scenario = {
  phases: NODE_PHASES,
  worthRounds: 4, // one testbed for every four rounds, because each testbed must first create a cluster
  open: (endpoints, mode): Promise<Bed> => openStanding(endpoints, mode, { record: recordOnce, run: runRound }),
  nextRound: (take): Round => Object.fromEntries(NODE_PHASES.map((phase) => [phase, take(phase)])),
};

type Play = {
  /** Runs once for a testbed, before the recorded runs and the rounds. */
  prepare?(standing: Standing): Promise<void>;
  record(standing: Standing): Promise<{ asked: Asked[]; shape: Shape }>;
  run(standing: Standing, round: Round, shape: Shape): Promise<RoundResult>;
};

/** Starts a testbed with a ready cluster. */
export async function openStanding(endpoints: Endpoints, mode: Mode, { prepare, record, run }: Play): Promise<Bed> {
  const testbed = await startTestbed(endpoints, mode);
  try {
    const standing = await standingCluster(testbed);
    await prepare?.(standing);
    return {
      record: () => recordTwice(standing, record),
      run: (round, shape) => run(standing, round, shape),
      stop: testbed.stop,
    };
  } catch (error) {
    await testbed.stop();
    throw error;
  }
}

/** Records two runs, because the number of polls depends on timing. */
async function recordTwice(standing: Standing, record: Play['record']): Promise<Recorded> {
  const first = await record(standing);
  const { asked, shape } = await record(standing);
  return { first: first.asked, second: asked, shape };
}

async function recordOnce(standing: Standing) {
  const { testbed } = standing;
  const sinceMs = Date.now();
  const spans: Span[] = [];
  const shape: Shape = {};
  const during = async (phase: NodePhase, operate: () => Promise<unknown>) => {
    const fromMs = Date.now();
    await operate();
    spans.push({ phase, fromMs, toMs: Date.now() });
  };
  for (const role of ROLES) {
    let uuid = '';
    const before = await stateOf(testbed);
    await during(`add-${role}`, async () => {
      uuid = readNode(await standing.ask(role)).uuid;
      const { state, last_error } = await nodeOf(standing, uuid);
      if (state !== 'OK') throw new Error(`without any fault a node ended ERRED: ${last_error?.message}`);
    });
    shape[`add-${role}`] = madeSince(before, await stateOf(testbed));
    await during(`delete-${role}`, async () => {
      if ((await deleteNode(testbed.owner, uuid)) !== 'gone') throw new Error('without any fault a node stayed');
    });
  }
  return { asked: await askedRequests(testbed, sinceMs, spanAttribution(spans)), shape };
}

async function runRound(standing: Standing, round: Round, shape: Shape): Promise<RoundResult> {
  const played = playedRound(round);
  for (const role of ROLES) {
    const isAsked = round[`add-${role}`] ?? round[`delete-${role}`];
    if (isAsked && !(await addAndDelete({ standing, role, shape, ...played }, round))) return played.over(false);
  }
  return played.over(true);
}

type Playing = Pick<ReturnType<typeof playedRound>, 'timed' | 'blame'> & {
  standing: Standing;
  role: Role;
  shape: Shape;
};

/** Adds a node and deletes it. Returns whether nothing is left of the node. */
async function addAndDelete({ standing, role, shape, timed, blame }: Playing, round: Round): Promise<boolean> {
  const [adds, deletes] = [round[`add-${role}`], round[`delete-${role}`]];
  const toAdd = { role, shape: shape[`add-${role}`] ?? [] };
  const added: Added = await timed(adds, () => tried(() => addition(standing, adds, toAdd)));
  if (isFailed(added)) {
    if (!adds) blame(deletes, added);
    return false;
  }
  const deleted: Outcome = await timed(deletes, () => tried(() => nodeDeletion(standing, deletes, added.node ?? '')));
  if (!deletes && isFailed(deleted)) blame(adds, deleted);
  return !isFailed(deleted);
}
