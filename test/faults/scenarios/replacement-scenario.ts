import { z } from 'zod';
import { until } from '#infra/local/until';
import type { ShownNode } from '#test/e2e/_worlds/added-node';
import { askedRequests } from '../asked-requests.ts';
import { type Span, spanAttribution } from '../attribution.ts';
import { compareShapes, madeSince, stateOf } from '../backend-state.ts';
import { PATIENCE_MS } from '../cloud-options.ts';
import { ended, endFault, failed, type Outcome, plan, tried, wordsProblems } from '../judge.ts';
import { answerTo, type FaultCase } from '../matrix.ts';
import { isFailed, playedRound } from '../played-round.ts';
import { REPLACEMENT_PHASES } from '../route.ts';
import { type Added, addition, leftOf } from './node-phases.ts';
import { openStanding } from './node-scenario.ts';
import type { Bed, Round, RoundResult, Scenario, Shape } from './scenario.ts';
import {
  clusterProblems,
  LOOK_MS,
  nodesOf,
  type Role,
  readNode,
  recordProblems,
  type Standing,
} from './standing-cluster.ts';

const ROLES = ['agent', 'server'] as const;

/** For each role, the uuid of the node to replace next. Each replacement stores the uuid of its new node here. */
type Spares = Record<Role, string>;

/** A cluster with one extra node of each role. These nodes are replaced one after the other. */
export const replacementScenario: Scenario = {
  phases: REPLACEMENT_PHASES,
  worthRounds: 4,
  open: (endpoints, mode): Promise<Bed> => {
    const spares: Spares = { agent: '', server: '' };
    return openStanding(endpoints, mode, {
      prepare: (standing) => addSpares(standing, spares),
      record: (standing) => recordOnce(standing, spares),
      run: (standing, round, shape) => runRound({ standing, spares, shape }, round),
    });
  },
  nextRound: (take): Round => Object.fromEntries(REPLACEMENT_PHASES.map((phase) => [phase, take(phase)])),
};

async function addSpares(standing: Standing, spares: Spares): Promise<void> {
  for (const role of ROLES) {
    const { node, problems } = await addition(standing, undefined, { role });
    if (node === undefined) throw new Error(`without any fault no ${role} was added: ${problems}`);
    spares[role] = node;
  }
}

async function recordOnce(standing: Standing, spares: Spares) {
  const sinceMs = Date.now();
  const spans: Span[] = [];
  const shape: Shape = {};
  for (const role of ROLES) {
    const fromMs = Date.now();
    const { replacement, erred } = await replaced(standing, spares[role]);
    if (erred) throw new Error(`without any fault a node ended ERRED: ${erred.last_error?.message}`);
    spans.push({ phase: `replace-${role}`, fromMs, toMs: Date.now() });
    shape[`replace-${role}`] = await madeHere(standing);
    spares[role] = replacement;
  }
  return { asked: await askedRequests(standing.testbed, sinceMs, spanAttribution(spans)), shape };
}

/**
 * The objects created since the cluster was ready. Node numbers become `*`, because they depend on the number of
 * earlier nodes.
 */
const madeHere = async ({ testbed, before }: Standing): Promise<string[]> =>
  madeSince(before, await stateOf(testbed)).map((line) => line.replace(/(?<=-(agent|server)-)\d+/g, '*'));

const ask = ({ testbed: { owner }, uuid }: Standing, node: string) =>
  owner.call('POST', `rancher-clusters/${uuid}/replace_node/`, { node });

const states = z.object({ uuid: z.string(), state: z.string() });
type Replaced = { replacement: string; erred?: ShownNode };

/**
 * Repeats the request for a replacement while an earlier change of the node is running. Then waits until the old node
 * is deleted, or the old or the new node is ERRED.
 */
async function replaced(standing: Standing, old: string): Promise<Replaced> {
  const patience = { tooLate: `Node ${old} is not to be replaced.`, timeoutMs: PATIENCE_MS, intervalMs: LOOK_MS };
  const accepted = await until(patience, async () => {
    const answer = await ask(standing, old);
    return answer.status === 202 ? answer : undefined;
  });
  return untilReplaced(standing, old, states.parse(accepted.body).uuid);
}

function untilReplaced({ testbed: { owner } }: Standing, old: string, replacement: string): Promise<Replaced> {
  const tooLate = `Node ${old} is neither gone nor ERRED, nor is the one in its place, after ${PATIENCE_MS} ms.`;
  return until({ tooLate, timeoutMs: PATIENCE_MS, intervalMs: LOOK_MS }, async () => {
    const [before, after] = await Promise.all(
      [old, replacement].map((uuid) => owner.call('GET', `rancher-nodes/${uuid}/`)),
    );
    if (before?.status === 404) return { replacement };
    const erred = [before, after].flatMap((answer) => (answer ? [readNode(answer)] : []));
    const [first] = erred.filter(({ state }) => state === 'ERRED');
    return first && { replacement, erred: first };
  });
}

type ToReplace = { role: Role; old: string; shape: readonly string[] };

async function attempt(standing: Standing, one: FaultCase | undefined, old: string) {
  const { testbed } = standing;
  const before = { state: await stateOf(testbed), nodes: await nodesOf(standing) };
  await plan(testbed, one);
  const answer = await ask(standing, old);
  if (answer.status !== 202) {
    await endFault(testbed, one);
    const isRight = one !== undefined && answer.status === answerTo(one);
    const said = isRight ? [] : [`answered ${answer.status}: ${JSON.stringify(answer.body)}`];
    const outcome: Outcome = { verdict: 'refused-rightly', problems: [...said, ...(await leftOf(standing, before))] };
    return { outcome, before, worked: [old] };
  }
  const { replacement, erred } = await untilReplaced(standing, old, readNode(answer).uuid);
  const worked = [old, replacement];
  if (!erred) return { outcome: ended(one, [], await endFault(testbed, one)), before, worked };
  const problems = [
    ...wordsProblems(one, erred.last_error),
    ...(await clusterProblems(standing, before.nodes, worked)),
  ];
  await endFault(testbed, one);
  const outcome: Outcome = { verdict: 'erred-rightly', problems };
  return { outcome, before, worked };
}

/**
 * Expects a new node in place of the old one and no other change. After a lasting fault a node shows the message of the
 * fault, and a second request must succeed.
 */
async function replacement(standing: Standing, one: FaultCase | undefined, of: ToReplace): Promise<Added> {
  const { outcome, before, worked } = await attempt(standing, one, of.old);
  if (outcome.problems.length > 0) return failed(outcome.problems);
  if (outcome.verdict.endsWith('rightly')) {
    const { replacement, erred } = await replaced(standing, of.old);
    if (erred) return failed([`the second time: ${erred.last_error?.message}`]);
    worked.push(replacement);
  }
  const problems = compareShapes(of.shape, await madeHere(standing));
  problems.push(...(await recordProblems(standing, before.nodes, worked)));
  return problems.length > 0 ? failed(problems) : { ...outcome, node: worked.at(-1) ?? '' };
}

type Playing = { standing: Standing; spares: Spares; shape: Shape };

async function runRound({ standing, spares, shape }: Playing, round: Round): Promise<RoundResult> {
  const { timed, over } = playedRound(round);
  for (const role of ROLES) {
    const one = round[`replace-${role}`];
    if (!one) continue;
    const toReplace = { role, old: spares[role], shape: shape[`replace-${role}`] ?? [] };
    const done: Added = await timed(one, () => tried(() => replacement(standing, one, toReplace)));
    if (isFailed(done)) return over(false);
    spares[role] = done.node ?? '';
  }
  return over(true);
}
