import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { lastingDifferences, stateOf } from './backend-state.ts';
import { WAIT_SCALE } from './cloud-options.ts';
import { faultFreeOrder, orderBody } from './scenarios/order.ts';
import { startTestbed, type Testbed } from './testbed.ts';

/** The possible duration of a management cluster's upgrade, in the local cloud's scaled time. */
const AWAY_MS = 10 * 60 * 1000 * WAIT_SCALE;
const TIMEOUT_MS = 300_000;
/** The limit only matters if a test fails: an order that checks a busy cloud may take longer than ten seconds. */
const SOON = { timeout: 60_000, interval: 20 };

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed(inject('faultCloud'), 'cluster-api');
  await (await faultFreeOrder(bed)).terminate(); // creates the objects that all clusters share, which stay when this first cluster is deleted
}, TIMEOUT_MS);
afterAll(() => bed?.stop());

/** Makes the API of the management cluster refuse every request, as during an upgrade of ten minutes. */
async function takeAway(): Promise<void> {
  const management = bed.simulators['cluster-api'];
  await management?.plan({ path: '.*', kind: 'refuse' });
  await pause(AWAY_MS);
  await management?.clearFaults();
}

/**
 * Places an order as a member and approves it as the owner. When this function returns, Paddock has finished checking
 * the order.
 */
async function approved() {
  const placed = await bed.member.place(orderBody(bed));
  expect(await bed.owner.call('POST', `marketplace-orders/${placed.uuid}/approve_by_consumer/`)).toMatchObject({
    status: 200,
  });
  return placed;
}

const countOf = async (kind: string) => (await stateOf(bed))[`cluster-api ${kind}`]?.length ?? 0;

test.each([
  ['before its objects are written', 0],
  ['while its machines are made', 1],
])(
  'a cluster is made although the management cluster is away for ten minutes %s, and is deleted although it is away again',
  async (_, clusters) => {
    const before = await stateOf(bed);
    const placed = await approved();
    await expect.poll(() => countOf('clusters'), SOON).toBe(clusters);
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

const CHANGES = {
  resized: ['resize/', { node_count: 4 }],
  upgraded: ['upgrade_cluster_api/', { kube_tag: 'v1.34.2', image_id: 'ubuntu-2204-kube-v1.34.2' }],
} as const;

test.each([
  ['resized', 'before its objects are written'],
  ['resized', 'while its machines are made'],
  ['upgraded', 'before its objects are written'],
  ['upgraded', 'while its machines are made'],
] as const)(
  'a cluster is %s although the management cluster is away for ten minutes %s',
  async (change, moment) => {
    const [path, wanted] = CHANGES[change];
    const { uuid, terminate } = await faultFreeOrder(bed);
    const machines = await countOf('machines');
    const isBefore = moment === 'before its objects are written';
    // Before Paddock accepts the change, the API reads from the management cluster. These reads must succeed, so only
    // writes are refused here.
    if (isBefore) await bed.simulators['cluster-api']?.plan({ method: 'PATCH', path: '.*', kind: 'refuse' });
    const { status } = await bed.owner.call('POST', `rancher-clusters/${uuid}/${path}`, wanted);
    expect(status).toBe(202);
    if (!isBefore) await expect.poll(() => countOf('machines'), SOON).toBeGreaterThan(machines);
    await takeAway();
    await expect
      .poll(() => bed.owner.cluster(uuid), { ...SOON, interval: 100 })
      .toMatchObject({ state: 'OK', error_message: '' });
    await terminate();
  },
  TIMEOUT_MS,
);

test.each([
  ['while its machines are deleted', 'machines'],
  ['when its Cluster object is gone', 'clusters'],
])(
  'a cluster is deleted without a trace although the management cluster is away for ten minutes %s',
  async (_, kind) => {
    const before = await stateOf(bed);
    const { terminate } = await faultFreeOrder(bed);
    const present = await countOf(kind);
    const terminated = terminate();
    await expect.poll(() => countOf(kind), SOON).toBeLessThan(present);
    await takeAway();
    await terminated;
    expect(await lastingDifferences(before, () => stateOf(bed))).toEqual([]);
  },
  TIMEOUT_MS,
);
