import { beforeEach, describe, expect, test } from 'vitest';
import { keep } from '#functions/syncs/keep-timetables/keep';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { summaryOf } from '#shared/domain/nodes/node';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aCluster, aNode, aResource, aUuid } from '#test/builders/builders';
import { type Market, openMarket } from '../_worlds/market.ts';
import { recordingLog } from '../_worlds/recording-log.ts';

let market: Market;
let now: Date;
beforeEach(async () => {
  market = await openMarket({});
  now = new Date('2026-11-25T19:00:00.000Z');
});

const NIGHTS = [{ start: '0 20 * * 1-5', end: '0 7 * * 1-5', location: 'Europe/Berlin' }];
const EVENING = '2026-11-25T08:00:00.000Z';
const run = (site = DEFAULT_SITE_SETTINGS) =>
  keep({ store: market.store, clock: { now: () => now }, ids: randomIds, site, log: recordingLog() });

/** A cluster whose schedules have been handled until the given time. */
async function standing(handledUntil: string, fields: Partial<Cluster> = {}) {
  const { store, customerUuid, projectUuid } = market;
  const place = { customerUuid, projectUuid };
  const resourceUuid = aUuid();
  const timetable = { schedules: NIGHTS, handledUntil };
  const cluster = aCluster({ ...place, state: 'OK', backendId: 'c-m-1', resourceUuid, timetable, ...fields });
  const node = aNode({ ...place, clusterUuid: cluster.uuid, state: 'OK', instanceId: 'vm-1' });
  await store.commit(
    store.resources.insert(aResource({ ...place, state: 'OK', uuid: resourceUuid, clusterUuid: cluster.uuid })),
    store.clusters.insert({ ...cluster, nodes: [summaryOf(node)] }),
    store.nodes.insert(node),
  );
  return () => store.clusters.get(cluster.uuid);
}
const asleep: Partial<Cluster> = { hibernation: { status: 'HIBERNATED', since: EVENING, drained: [] } };

describe('the job of the timetables', () => {
  test('hibernates a cluster when its time has come, once', async () => {
    const cluster = await standing(EVENING);
    expect(await run()).toBe(1);
    expect(await cluster()).toMatchObject({
      ...{ state: 'UPDATE_SCHEDULED', hibernation: { status: 'HIBERNATING' } },
      timetable: { handledUntil: '2026-11-25T19:00:00.000Z', schedules: NIGHTS },
    });
    expect(await run()).toBe(0);
  });

  test('makes up for a wake-up that no run was there for', async () => {
    const cluster = await standing('2026-11-25T19:00:00.000Z', asleep);
    now = new Date('2026-11-26T11:30:00.000Z');
    expect(await run()).toBe(1);
    expect(await cluster()).toMatchObject({ state: 'UPDATE_SCHEDULED', hibernation: { status: 'WAKING' } });
  });

  test('leaves what people have done since, until the next time', async () => {
    const cluster = await standing('2026-11-25T19:00:00.000Z');
    now = new Date('2026-11-25T22:00:00.000Z');
    expect(await run()).toBe(0);
    expect((await cluster()).hibernation).toBeUndefined();
  });

  test('records a time at which the cluster is so already', async () => {
    const cluster = await standing(EVENING, asleep);
    expect(await run()).toBe(0);
    expect(await cluster()).toMatchObject({
      ...{ state: 'OK', hibernation: { status: 'HIBERNATED' } },
      timetable: { handledUntil: '2026-11-25T19:00:00.000Z' },
    });
  });

  test('tries again when the cluster is at rest', async () => {
    const cluster = await standing(EVENING, { state: 'UPDATING' });
    expect(await run()).toBe(0);
    const busy = await cluster();
    expect(busy.timetable?.handledUntil).toBe(EVENING);
    await market.store.commit(market.store.clusters.replace({ ...busy, version: busy.version + 1, state: 'OK' }));
    now = new Date('2026-11-25T19:10:00.000Z');
    expect(await run()).toBe(1);
  });

  test('does nothing in read-only mode', async () => {
    const cluster = await standing(EVENING);
    expect(await run({ ...DEFAULT_SITE_SETTINGS, readOnlyMode: true })).toBe(0);
    expect((await cluster()).state).toBe('OK');
  });
});
