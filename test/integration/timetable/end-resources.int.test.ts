import { beforeEach, describe, expect, test } from 'vitest';
import { keep } from '#functions/syncs/keep-timetables/keep';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { Resource } from '#shared/domain/marketplace/resource';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aCluster, aResource, aUuid } from '#test/builders/builders';
import { type Market, openMarket } from '../_worlds/market.ts';
import { recordingLog } from '../_worlds/recording-log.ts';

let market: Market;
let now: Date;
beforeEach(async () => {
  market = await openMarket({});
  now = new Date('2099-12-10T12:00:00.000Z');
});
const run = (site = DEFAULT_SITE_SETTINGS) => {
  const deps = { store: market.store, clock: { now: () => now }, ids: randomIds, site, log: recordingLog() };
  return keep(deps, 'end-dates');
};

async function standing(fields: Pick<Partial<Resource>, 'state' | 'end'> = {}) {
  const { store, customerUuid, projectUuid } = market;
  const place = { customerUuid, projectUuid };
  const resourceUuid = aUuid();
  const cluster = aCluster({ ...place, state: 'OK', backendId: 'c-m-1', resourceUuid });
  const resource = aResource({ ...place, state: 'OK', uuid: resourceUuid, clusterUuid: cluster.uuid, ...fields });
  await store.commit(store.resources.insert(resource), store.clusters.insert(cluster));
  const address = `marketplace-resources/${resourceUuid}/`;
  return {
    patch: (end_date: unknown, person = market.people.owner) =>
      market.ask('PATCH', address, { ...person, body: { end_date } }),
    now: () => store.resources.get(resourceUuid),
    cluster: () => store.clusters.get(cluster.uuid),
  };
}
const mails = async () => {
  const due = await market.store.mails.listDue(new Date('2200-01-01'), 50);
  return due.filter((key) => key.startsWith('resource-ending/'));
};

describe('the end date of a resource', () => {
  test('is set, shown with who has set it, and removed', async () => {
    const { patch, now: resource } = await standing();
    expect(await patch('2099-12-24')).toMatchObject({
      status: 200,
      body: {
        ...{ end_date: '2099-12-24', end_date_updated_at: expect.any(String) },
        end_date_requested_by: expect.stringContaining('/users/'),
      },
    });
    const listed = await market.ask('GET', 'marketplace-resources/?has_terminate_date=true', market.people.owner);
    expect(listed.body).toHaveLength(1);
    expect((await patch(null)).body).toMatchObject({ end_date: null, end_date_requested_by: null });
    expect((await resource()).end).toBeUndefined();
  });

  test('is refused in the past in Waldur’s form, in another form, and to members', async () => {
    const { patch } = await standing();
    expect(await patch('2020-01-01')).toMatchObject({
      ...{ status: 400, body: { end_date: { end_date: 'Cannot be earlier than the current date.' } } },
    });
    expect(await patch('tomorrow')).toMatchObject({ status: 400, body: { end_date: [/YYYY-MM-DD/] } });
    expect((await patch('2099-12-24', market.people.member)).status).toBe(403);
  });
});

describe('the job of end dates', () => {
  const at = (day: string) => {
    now = new Date(`${day}T12:00:00.000Z`);
  };

  test('warns owners seven days and one day before, once each', async () => {
    const { patch } = await standing();
    await patch('2099-12-24');
    expect(await run()).toBe(0);
    at('2099-12-17');
    expect([await run(), await run()]).toEqual([1, 0]);
    expect(await mails()).toEqual([expect.stringContaining('/2099-12-24/7/')]);
    at('2099-12-23');
    expect([await run(), await run()]).toEqual([1, 0]);
    expect(await mails()).toHaveLength(2);
  });

  test('warns again of another date', async () => {
    const { patch } = await standing();
    await patch('2099-12-24');
    at('2099-12-20');
    await run();
    await patch('2099-12-26');
    expect(await run()).toBe(1);
    expect(await mails()).toHaveLength(2);
  });

  test('terminates the resource on its day, by an order of whoever has set the date', async () => {
    const { patch, now: resource, cluster } = await standing();
    await patch('2099-12-24');
    at('2099-12-24');
    expect([await run(), await run()]).toEqual([1, 0]);
    const { state, pendingOrderUuid, end } = await resource();
    expect(state).toBe('Terminating');
    expect(await market.store.orders.get(pendingOrderUuid ?? '')).toMatchObject({
      ...{ type: 'Terminate', state: 'executing', createdByUuid: end?.requestedByUuid },
    });
    expect((await cluster()).state).toBe('DELETION_SCHEDULED');
  });

  test('waits for what is being changed, and for the end of read-only mode', async () => {
    const end = { date: '2099-12-01', requestedByUuid: aUuid(), updatedAt: '2099-11-01T00:00:00.000Z' };
    const busy = await standing({ state: 'Updating', end });
    expect(await run()).toBe(0);
    expect((await busy.now()).state).toBe('Updating');
    const free = await standing({ end });
    expect(await run({ ...DEFAULT_SITE_SETTINGS, readOnlyMode: true })).toBe(0);
    expect((await free.now()).state).toBe('OK');
  });
});
