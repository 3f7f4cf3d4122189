import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Answered, Person } from '#test/integration/_worlds/api-under-test';
import { type Cloud, type Market, type Stocked, stockedMarketPerTest } from '#test/integration/_worlds/market';

let cloud: Cloud;
let market: Market;
let stocked: Stocked;
let site: SiteSettings;
stockedMarketPerTest((opened) => {
  ({ cloud, market, stocked, site } = opened);
});

type Asking = { key?: string; body?: unknown; person?: Person; path?: string };
function place({ key, body = stocked.order(), person = market.people.owner, path = 'marketplace-orders/' }: Asking) {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  return market.ask('POST', path, { ...person, body, headers });
}
const uuidOf = ({ body }: Answered) => z.object({ uuid: z.string() }).parse(body).uuid;
const replayed = ({ headers }: Answered) => headers['idempotent-replayed'];
async function orders(): Promise<number> {
  const { total } = await market.store.orders.list({ visibility: 'all' }, { page: 1, pageSize: 1 });
  return total;
}
const cluster = () => {
  const { attributes, ...references } = stocked.order();
  return { ...references, ...attributes };
};

describe('an order with an Idempotency-Key', () => {
  test('placed again with the same body is the same order, and started once', async () => {
    const first = await place({ key: 'k-1' });
    const { offering, project, attributes } = stocked.order();
    // the same body with its keys in another order
    const again = await place({ key: 'k-1', body: JSON.stringify({ attributes, project, offering }) });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.location).toBe(first.headers.location);
    expect([replayed(first), replayed(again)]).toEqual([undefined, 'true']);
    expect(await orders()).toBe(1);
    expect((await market.store.outbox.listPending(10)).operations).toHaveLength(1);
  });

  test('placed again with another body is refused, as is one that becomes a cluster', async () => {
    await place({ key: 'k-1' });
    const refused = { status: 422, body: { detail: 'This Idempotency-Key was used with another request.' } };
    expect(await place({ key: 'k-1', body: stocked.order({ name: 'another' }) })).toMatchObject(refused);
    expect(await place({ key: 'k-1', body: cluster(), path: 'rancher-clusters/' })).toMatchObject(refused);
    expect(await orders()).toBe(1);
  });

  test('is another for another key, another user and without one', async () => {
    await place({ key: 'k-1' });
    const taken = { status: 400, body: { non_field_errors: ['Name is not unique.'] } };
    expect(await place({ key: 'k-2' })).toMatchObject(taken);
    expect(await place({ key: 'k-1', person: market.people.staff })).toMatchObject(taken);
    expect(await place({})).toMatchObject(taken);
    expect((await place({ key: 'k-2', body: stocked.order({ name: 'another' }) })).status).toBe(201);
  });

  test('that was refused has not used it up', async () => {
    expect((await place({ key: 'k-1', body: stocked.order({ nodes: [] }) })).status).toBe(400);
    site.readOnlyMode = true;
    expect((await place({ key: 'k-1' })).status).toBe(400);
    site.readOnlyMode = false;
    await cloud.simulator.plan({ kind: 'status', status: 503, path: '/flavors/detail', nth: 1 });
    expect((await place({ key: 'k-1' })).status).toBe(503);
    await cloud.simulator.clearFaults();
    const placed = await place({ key: 'k-1' });
    expect([placed.status, replayed(placed)]).toEqual([201, undefined]);
  });

  test('placed many times at the same moment is one order, and all get it', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => place({ key: 'k-1' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(uuidOf)).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === undefined)).toHaveLength(1);
    expect(await orders()).toBe(1);
    expect((await market.store.outbox.listPending(10)).operations).toHaveLength(1);
  });

  test('placed with two bodies at the same moment is one of them; the other is refused', async () => {
    const bodies = [stocked.order({ name: 'this-one' }), stocked.order({ name: 'that-one' })];
    const answers = await Promise.all(bodies.map((body) => place({ key: 'k-1', body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await orders()).toBe(1);
  });

  test('is the same for 24 hours', async () => {
    const first = await place({ key: 'k-1' });
    market.clock.advance(24 * 3600 - 1);
    expect(uuidOf(await place({ key: 'k-1' }))).toBe(uuidOf(first));
    market.clock.advance(1);
    expect(await place({ key: 'k-1' })).toMatchObject({ body: { non_field_errors: ['Name is not unique.'] } });
    const other = await place({ key: 'k-1', body: stocked.order({ name: 'another' }) });
    expect([other.status, replayed(other)]).toEqual([201, undefined]);
    expect(uuidOf(await place({ key: 'k-1', body: stocked.order({ name: 'another' }) }))).toBe(uuidOf(other));
  });

  test('that becomes a cluster is the same cluster again', async () => {
    const path = 'rancher-clusters/';
    const first = await place({ key: 'k-1', body: cluster(), path });
    const again = await place({ key: 'k-1', body: cluster(), path });
    expect([first.status, again.status, replayed(again)]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(await orders()).toBe(1);
  });

  test('is shown in read-only mode, where nothing new is placed', async () => {
    const first = await place({ key: 'k-1' });
    site.readOnlyMode = true;
    expect(uuidOf(await place({ key: 'k-1' }))).toBe(uuidOf(first));
  });

  test.each(['', ' ', 'x'.repeat(256)])('that is empty or too long is refused: %#', async (key) => {
    expect(await place({ key })).toMatchObject({
      ...{ status: 400, body: { 'Idempotency-Key': ['Ensure this header has 1 to 255 characters.'] } },
    });
    expect(await orders()).toBe(0);
  });

  test('of 255 characters is not, and a body without end is an answer too', async () => {
    expect((await place({ key: 'x'.repeat(255) })).status).toBe(201);
    const deep = `{"attributes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await place({ key: 'k-2', body: deep })).status).toBe(400);
  });
});
