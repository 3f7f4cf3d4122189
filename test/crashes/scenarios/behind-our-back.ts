import type { Placed } from '#test/faults/scenarios/order';
import type { CrashBed } from '../crash-bed.ts';
import { resourceIs } from '../customer.ts';
import { removeRancherCluster, removeServers } from '../intruder.ts';
import { isFor } from '../position.ts';
import { type Life, removeAll, scenario, unless } from '../scenario.ts';

type Removal = (bed: CrashBed) => Promise<number>;

/**
 * Terminates a cluster after some of its objects were removed. The termination finds fewer objects, but must still
 * succeed.
 */
async function thenTerminated(life: Life, remove: Removal): Promise<string[]> {
  const placed = await life.place();
  const problems = await life.made(placed);
  const found = await remove(life.bed);
  return [...problems, ...unless(found > 0, 'there was nothing to remove'), ...(await removeAll(life, placed))];
}

async function removedWhileMade(life: Life, remove: Removal): Promise<{ placed: Placed; problems: string[] }> {
  const { bed, ids } = life;
  const held = bed.control.plan({
    fits: (call) => call.step === 'watch.watchNodes' && isFor(call, ids.creation),
    fate: { hold: 'before-handler' },
  });
  const placed = await life.place();
  await held.reached;
  const found = await remove(bed);
  held.release();
  return { placed, problems: unless(found > 0, 'there was nothing to remove') };
}

/** Expects that the order fails before its deadline, and that its error reports the removal. */
async function saysRemoved(life: Life, placed: Placed): Promise<string[]> {
  const state = await resourceIs(life.bed, placed, ['OK', 'Erred']);
  const { last_error: said } = await life.bed.owner.cluster(placed.resource_uuid ?? '');
  return [
    ...unless(state === 'Erred', `the resource is ${state}`),
    ...unless(said?.code === 'NOT_FOUND' && said.retryable, `it said ${said?.code}: ${said?.message}`),
    ...unless(/removed in Rancher/.test(said?.message ?? ''), `it said ${said?.message}`),
  ];
}

export const behindOurBack = [
  scenario("behind our back: a cluster's machines are removed, then it is terminated", (life) =>
    thenTerminated(life, removeServers),
  ),
  scenario('behind our back: a cluster is removed in Rancher, then terminated', (life) =>
    thenTerminated(life, removeRancherCluster),
  ),
  scenario('behind our back: machines and cluster are removed, then it is terminated', (life) =>
    thenTerminated(life, async (bed) => (await removeServers(bed)) + (await removeRancherCluster(bed))),
  ),
  scenario('behind our back: a cluster is removed in Rancher while it is made, then terminated', async (life) => {
    const { placed, problems } = await removedWhileMade(life, removeRancherCluster);
    return [...problems, ...(await saysRemoved(life, placed)), ...(await removeAll(life, placed))];
  }),
  scenario('behind our back: a cluster is removed in Rancher while it is made, then retried', async (life) => {
    const { placed, problems } = await removedWhileMade(life, removeRancherCluster);
    problems.push(...(await saysRemoved(life, placed)));
    const headers = { 'x-correlation-id': life.ids.other };
    const { status } = await life.bed.owner.call('POST', `marketplace-orders/${placed.uuid}/retry/`, {}, headers);
    problems.push(...unless(status === 202, `the retry was answered ${status}`));
    problems.push(...(await life.made(placed)), ...(await removeAll(life, placed)));
    return problems;
  }),
  scenario('behind our back: machines are removed while they are made', async (life) => {
    const { placed, problems } = await removedWhileMade(life, removeServers);
    const state = await resourceIs(life.bed, placed, ['OK', 'Erred']);
    const { last_error: said } = await life.bed.owner.cluster(placed.resource_uuid ?? '');
    // Paddock creates a removed machine again if the machine was not registered yet. The name of a registered machine
    // stays reserved in Rancher. So the order fails if a registered machine was removed.
    if (state === 'OK') problems.push(...(await life.made(placed)));
    else problems.push(...unless(said?.code === 'NOT_FOUND', `it said ${said?.code}: ${said?.message}`));
    return [...problems, ...(await removeAll(life, placed))];
  }),
];
