import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { lastingDifferences, stateOf } from './backend-state.ts';
import { WAIT_SCALE } from './cloud-options.ts';
import { faultFreeOrder, orderBody } from './scenarios/order.ts';
import { startTestbed, type Testbed } from './testbed.ts';

/** What an upgrade of a management Kubernetes may take, in the time of the local cloud. */
const AWAY_MS = 10 * 60 * 1000 * WAIT_SCALE;
const TIMEOUT_MS = 180_000;

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed(inject('faultCloud'), 'cluster-api');
  await (await faultFreeOrder(bed)).terminate(); // what clusters share stays after the first
}, TIMEOUT_MS);
afterAll(() => bed?.stop());

/** The API of the management side is away from now on, for ten minutes. */
async function takeAway(): Promise<void> {
  const management = bed.simulators['cluster-api'];
  await management?.plan({ path: '.*', kind: 'refuse' });
  await pause(AWAY_MS);
  await management?.clearFaults();
}

/** Placed by a member, so that it waits for its approval: what is asked before that is over. */
async function approved() {
  const placed = await bed.member.place(orderBody(bed));
  expect(await bed.owner.call('POST', `marketplace-orders/${placed.uuid}/approve_by_consumer/`)).toMatchObject({
    status: 200,
  });
  return placed;
}

const clustersThere = async () => (await stateOf(bed))['cluster-api clusters']?.length;

test.each([
  ['before its objects are written', 0],
  ['while its machines are made', 1],
])(
  'a cluster is made although the management side is away for ten minutes %s, and is deleted although it is away again',
  async (_, clusters) => {
    const before = await stateOf(bed);
    const placed = await approved();
    await expect.poll(clustersThere, { timeout: 10_000, interval: 20 }).toBe(clusters);
    await takeAway();
    expect(await bed.owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
    expect(await bed.owner.cluster(placed.resource_uuid ?? '')).toMatchObject({ state: 'OK' });

    const terminated = bed.owner.terminate(placed.marketplace_resource_uuid);
    await takeAway();
    expect(await terminated).toMatchObject({ state: 'done', error_message: '' });
    expect(await lastingDifferences(before, () => stateOf(bed))).toEqual([]);
  },
  TIMEOUT_MS,
);
