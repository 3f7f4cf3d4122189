import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type BackendState, lasting, lastingDifferences, stateOf } from '../backend-state.ts';
import { ended, endFault, failed, type Outcome, plan, wordsProblems } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import type { AppPhase } from '../route.ts';
import { storedAnswers } from '../stored-answers.ts';
import { type Answer, wordsOf } from './acceptance.ts';
import {
  asks,
  findApp,
  NAMESPACE,
  recordsOf,
  runningOperations,
  type Shop,
  type ShownApp,
  untilEnded,
  valuesOf,
  type Wanted,
} from './app-shop.ts';
import type { Before } from './node-phases.ts';
import { clusterProblems, recordProblems } from './standing-cluster.ts';

/** One request about the application, for example its installation. The acts run in the order of `ACTS`. */
export type Act = {
  phase: AppPhase;
  /**
   * The phase in which Paddock checks the request with calls to backends. If `check` is absent, Paddock accepts the
   * request without a call to a backend.
   */
  check?: AppPhase;
  ask(shop: Shop): Promise<Answer>;
  accepted: number;
  /** The expected state after the act. It is absent for a deletion. */
  wanted?(shop: Shop): Wanted;
};

export const ACTS: readonly Act[] = [
  {
    ...{ phase: 'app-creation', check: 'app-creation-check' },
    ...{ ask: asks.create, accepted: 201, wanted: ({ first }) => first },
  },
  {
    ...{ phase: 'app-update', check: 'app-update-check' },
    ...{ ask: asks.update, accepted: 202, wanted: ({ second }) => second },
  },
  { phase: 'app-rollback', ask: asks.rollBack, accepted: 202, wanted: ({ first }) => first },
  { phase: 'app-deletion', ask: asks.remove, accepted: 202 },
];

const content = z.object({ type: z.string(), id: z.string() });
/** Objects that Kubernetes itself creates in every namespace. */
const OF_EVERY_NAMESPACE = [`serviceaccount ${NAMESPACE}/default`, `configmap ${NAMESPACE}/kube-root-ca.crt`];

/**
 * The state of the backends without the application's namespace, its default objects and its Helm operations. All of
 * these remain when the application is deleted.
 */
function withoutNamespace(state: BackendState): BackendState {
  const { 'rancher contents': contents = [], ...others } = state;
  const kept = [`namespace ${NAMESPACE}`, ...OF_EVERY_NAMESPACE];
  const isKept = (row: unknown): boolean => {
    const { type, id } = content.parse(row);
    return kept.includes(`${type} ${id}`) || (type === 'catalog.cattle.io.operation' && id.startsWith(`${NAMESPACE}/`));
  };
  return { ...others, 'rancher contents': contents.filter((row) => !isKept(row)) };
}

async function leftProblems(shop: Shop, { state, nodes }: Before): Promise<string[]> {
  const { standing, first, second } = shop;
  const { testbed } = standing;
  const secrets = () => storedAnswers(testbed.endpoints, [first.secret, second.secret]);
  return [
    ...(await lastingDifferences(withoutNamespace(state), async () => withoutNamespace(await stateOf(testbed)))),
    ...(await lasting(() => runningOperations(shop))),
    ...(await recordsOf(shop)).map((record) => `the records still have ${record}`),
    ...(await secrets()).map((name) => `the secret ${name} is left`),
    ...(await recordProblems(standing, nodes)),
  ];
}

const differing = (what: string, wanted: unknown, found: unknown): string[] =>
  isDeepStrictEqual(wanted, found) ? [] : [`${what} are ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];

/** Problems if the record, Helm or the cluster differs from the request, or if the record contains secret answers. */
async function shopProblems(shop: Shop, wanted: Wanted, { nodes }: Before): Promise<string[]> {
  const { standing, first, second } = shop;
  const app = await findApp(shop);
  if (app?.state !== 'OK') return [`the application is ${app?.state ?? 'gone'}: ${app?.last_error?.message}`];
  const secrets = await storedAnswers(standing.testbed.endpoints, [first.secret, second.secret]);
  return [
    ...(app.version === wanted.version ? [] : [`the application has version ${app.version}, not ${wanted.version}`]),
    ...(app.last_error ? [`the application still says ${app.last_error.message}`] : []),
    ...differing('the answers', wanted.answers, app.answers),
    ...differing('the values', wanted.values, await valuesOf(shop, app.revision)),
    ...differing('the records', ['rancher-apps store', 'rancher-workloads store-web'], await recordsOf(shop)),
    ...(await lasting(() => runningOperations(shop))),
    ...secrets.map((name) => `the secret ${name} is left`),
    ...(await recordProblems(standing, nodes)),
  ];
}

const endProblems = (shop: Shop, act: Act, before: Before): Promise<string[]> => {
  const wanted = act.wanted?.(shop);
  return wanted ? shopProblems(shop, wanted, before) : leftProblems(shop, before);
};

/** Problems if the act did not add exactly one revision. */
const onceProblems = (now: ShownApp | undefined, revision: number): string[] =>
  now === undefined || now.revision === revision + 1
    ? []
    : [`the application has revision ${now.revision}, there was ${revision}`];

type Since = { start: Before; revision: number };

/**
 * Expects that an accepted act is carried out once and completely. If a lasting fault makes the act fail, a second
 * request without the fault must succeed.
 */
export async function carriedOut(
  shop: Shop,
  act: Act,
  one: FaultCase | undefined,
  { start, revision }: Since,
): Promise<Outcome> {
  const { standing } = shop;
  await plan(standing.testbed, one); // still before the first step runs: that step's function needs time to start
  const app = await untilEnded(shop);
  if (app?.state !== 'ERRED') {
    const struck = await endFault(standing.testbed, one);
    return ended(one, [...(await endProblems(shop, act, start)), ...onceProblems(app, revision)], struck);
  }
  const problems = [...wordsProblems(one, app.last_error), ...(await clusterProblems(standing, start.nodes))];
  await endFault(standing.testbed, one);
  problems.push(...(await again(shop, act, start)));
  return problems.length > 0 ? failed(problems) : { verdict: 'erred-rightly', problems };
}

/** Repeats an act. After a failed installation the application is deleted first. */
async function again(shop: Shop, act: Act, before: Before): Promise<string[]> {
  const problems = act.phase === 'app-creation' ? await deleted(shop, before) : [];
  const answer = await act.ask(shop);
  if (answer.status !== act.accepted) return [...problems, `the second time: ${wordsOf(answer)}`];
  await untilEnded(shop);
  return [...problems, ...(await endProblems(shop, act, before)).map((problem) => `the second time: ${problem}`)];
}

async function deleted(shop: Shop, before: Before): Promise<string[]> {
  const answer = await asks.remove(shop);
  if (answer.status !== 202) return [`the deletion was ${wordsOf(answer)}`];
  const app = await untilEnded(shop);
  return app ? [`could not be deleted afterwards: ${app.last_error?.message}`] : leftProblems(shop, before);
}
