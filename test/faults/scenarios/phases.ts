import { randomUUID } from 'node:crypto';
import { type BackendState, compareShapes, lastingDifferences, madeSince, stateOf } from '../backend-state.ts';
import { ended, endFault, erred, failed, type Outcome, plan } from '../judge.ts';
import { answerTo, type FaultCase, isLasting } from '../matrix.ts';
import type { Testbed } from '../testbed.ts';
import { orderBody, type Placed } from './order.ts';

/** The numbers of orders and resources that exist so far. */
async function written({ owner, offering }: Testbed): Promise<string> {
  const lists = ['marketplace-orders', 'marketplace-resources'].map(async (list) => {
    const { headers } = await owner.call('GET', `${list}/?offering_uuid=${offering}&page_size=1`);
    return `${headers.get('x-result-count')} ${list}`;
  });
  return (await Promise.all(lists)).join(', ');
}

/**
 * Places an order, which then waits for its approval. So further faults can be planned before the approval. If a fault
 * makes the request fail, the answer must say so, and nothing may be stored. A second request then places the order.
 */
export async function order(
  testbed: Testbed,
  one: FaultCase | undefined,
  before: BackendState,
): Promise<Outcome & { placed: Placed }> {
  const { member } = testbed;
  const body = orderBody(testbed);
  const key = { 'idempotency-key': randomUUID() };
  if (!one) return { verdict: 'ok', problems: [], placed: await member.place(body, key) };
  const writtenBefore = await written(testbed);
  await plan(testbed, one);
  const first = await member.call('POST', 'marketplace-orders/', body, key);
  const struck = await endFault(testbed, one);
  const problems: string[] = [];
  if (first.status !== 201) {
    problems.push(...(await lastingDifferences(before, () => stateOf(testbed))));
    const said = JSON.stringify(first.body);
    if (first.status !== answerTo(one)) problems.push(`answered ${first.status} in place of ${answerTo(one)}: ${said}`);
    if (!/"detail":"[^"]/.test(said)) problems.push(`the answer ${first.status} says nothing: ${said}`);
    if (testbed.cloudName && !said.includes(`offering ${testbed.cloudName} (`))
      problems.push(`no cloud is named: ${said}`);
    const now = await written(testbed);
    if (now !== writtenBefore) problems.push(`there are ${now}, there were ${writtenBefore}`);
  }
  const placed = await member.place(body, key);
  if (first.status === 201 || problems.length > 0) return { ...ended(one, problems, struck), placed };
  return { verdict: 'refused-rightly', problems, placed };
}

type Expected = { before: BackendState; shape: readonly string[] };

/**
 * Expects a cluster in state `OK` with exactly the planned objects. After a lasting fault, expects the state `ERRED`
 * and the message of the fault.
 */
export async function creation(
  testbed: Testbed,
  one: FaultCase | undefined,
  placed: Placed,
  { before, shape }: Expected,
): Promise<Outcome> {
  const { owner } = testbed;
  await plan(testbed, one);
  const approval = await owner.call('POST', `marketplace-orders/${placed.uuid}/approve_by_consumer/`);
  if (approval.status !== 200) return failed([`the approval was answered ${approval.status}`]);
  const last = await owner.ended(placed.uuid);
  if (last.state === 'erred') {
    const outcome = await erred(testbed, one, { placed, order: last });
    await endFault(testbed, one);
    return outcome;
  }
  const struck = await endFault(testbed, one);
  const cluster = await owner.cluster(placed.resource_uuid ?? '');
  const problems = compareShapes(shape, madeSince(before, await stateOf(testbed)));
  if (last.state !== 'done') problems.unshift(`the order ended ${last.state}`);
  if (cluster.state !== 'OK' || cluster.last_error) problems.unshift(`the cluster is ${cluster.state}`);
  return ended(one, problems, struck);
}

/**
 * Expects that the deletion restores the state before the order. If a lasting fault makes the deletion fail, the
 * cluster shows the fault's message. A second deletion without the fault must then succeed.
 */
export async function deletion(
  testbed: Testbed,
  one: FaultCase | undefined,
  placed: Placed,
  before: BackendState,
): Promise<Outcome> {
  const { owner } = testbed;
  await plan(testbed, one);
  const terminate = () => owner.terminate(placed.marketplace_resource_uuid);
  const last = await terminate();
  if (last.state === 'erred' && one && isLasting(one)) {
    const outcome = await erred(testbed, one, { placed, order: last });
    await endFault(testbed, one);
    const again = await terminate();
    const problems = [...outcome.problems, ...(await lastingDifferences(before, () => stateOf(testbed)))];
    if (again.state !== 'done') problems.push(`the second deletion ended ${again.state}: ${again.error_message}`);
    return problems.length > 0 ? failed(problems) : outcome;
  }
  const struck = await endFault(testbed, one);
  const problems = await lastingDifferences(before, () => stateOf(testbed));
  if (last.state !== 'done') problems.unshift(`the deletion ended ${last.state}: ${last.error_message}`);
  return ended(one, problems, struck);
}
