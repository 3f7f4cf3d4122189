import { deleteNode } from '#test/e2e/_worlds/added-node';
import { type BackendState, compareShapes, lastingDifferences, madeSince, stateOf } from '../backend-state.ts';
import { ended, endFault, failed, type Outcome, plan, wordsProblems } from '../judge.ts';
import { answerTo, type FaultCase, isLasting } from '../matrix.ts';
import {
  clusterProblems,
  nodeOf,
  nodesOf,
  type Role,
  readNode,
  recordProblems,
  type Seen,
  type Standing,
} from './standing-cluster.ts';

/** The outcome of an addition. `node` is the added node, if a node exists afterwards. */
export type Added = Outcome & { node?: string };
/** The role of the node to add, and the expected objects in the backends. Without `shape` any objects are accepted. */
type ToAdd = { role: Role; shape?: readonly string[] };
export type Before = { state: BackendState; nodes: readonly Seen[] };

/**
 * Expects one more node and no other change. After a lasting fault, the node shows the message of the fault, or the
 * request is refused because it cannot be checked. The deletion of a failed node must leave nothing, and a second
 * addition must then succeed.
 */
export async function addition(standing: Standing, one: FaultCase | undefined, toAdd: ToAdd): Promise<Added> {
  const { testbed } = standing;
  const before = { state: await stateOf(testbed), nodes: await nodesOf(standing) };
  await plan(testbed, one);
  const answer = await standing.ask(toAdd.role);
  if (answer.status !== standing.accepted) {
    await endFault(testbed, one);
    const said = `answered ${answer.status}: ${JSON.stringify(answer.body)}`;
    const isRight = one !== undefined && answer.status === answerTo(one);
    const problems = [...(isRight ? [] : [said]), ...(await leftOf(standing, before))];
    return addAgain(standing, toAdd, { verdict: 'refused-rightly', problems });
  }
  const { uuid } = readNode(answer);
  const node = await nodeOf(standing, uuid);
  if (node.state === 'ERRED') {
    const problems = [
      ...wordsProblems(one, node.last_error),
      ...(await clusterProblems(standing, before.nodes, [uuid])),
    ];
    await endFault(testbed, one);
    problems.push(...(await deletedWithout(standing, uuid, before)));
    return addAgain(standing, toAdd, { verdict: 'erred-rightly', problems });
  }
  const struck = await endFault(testbed, one);
  const made = madeSince(before.state, await stateOf(testbed));
  const problems = compareShapes(toAdd.shape ?? made, made);
  problems.push(...(await recordProblems(standing, before.nodes, [uuid])));
  return { ...ended(one, problems, struck), node: uuid };
}

async function addAgain(standing: Standing, toAdd: ToAdd, first: Outcome): Promise<Added> {
  if (first.problems.length > 0) return failed(first.problems);
  const { problems, ...second } = await addition(standing, undefined, toAdd);
  return problems.length > 0
    ? failed(problems.map((problem) => `the second time: ${problem}`))
    : { ...second, ...first };
}

export const leftOf = async (standing: Standing, { state, nodes }: Before): Promise<string[]> => [
  ...(await lastingDifferences(state, () => stateOf(standing.testbed))),
  ...(await recordProblems(standing, nodes)),
];

async function deletedWithout(standing: Standing, uuid: string, before: Before): Promise<string[]> {
  const gone = await deleteNode(standing.testbed.owner, uuid);
  if (gone !== 'gone') return [`could not be deleted afterwards: ${gone.last_error?.message}`];
  return leftOf(standing, before);
}

/**
 * Expects the deletion to restore the cluster's earlier state. After a lasting fault the node shows the fault's
 * message, and a second request must succeed.
 */
export async function nodeDeletion(standing: Standing, one: FaultCase | undefined, uuid: string): Promise<Outcome> {
  const { testbed, before: state } = standing;
  const nodes = await nodesOf(standing);
  const before = { state, nodes: nodes.filter((node) => node.uuid !== uuid) };
  await plan(testbed, one);
  const gone = await deleteNode(testbed.owner, uuid);
  if (gone !== 'gone' && one && isLasting(one)) {
    const problems = [...wordsProblems(one, gone.last_error), ...(await clusterProblems(standing, nodes, [uuid]))];
    await endFault(testbed, one);
    problems.push(...(await deletedWithout(standing, uuid, before)));
    return problems.length > 0 ? failed(problems) : { verdict: 'erred-rightly', problems };
  }
  const struck = await endFault(testbed, one);
  if (gone !== 'gone') return failed(wordsProblems(one, gone.last_error));
  return ended(one, await leftOf(standing, before), struck);
}
