import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Uuid } from '#shared/domain/_core/identifier';
import { anOrder, aUuid } from '#test/builders/builders';
import { orderOf } from '#test/planning';
import { type ApiUnderTest, apiUnderTest, type Person } from '../_worlds/api-under-test.ts';

/** The API's size limit for a body. The attributes of an order cannot be larger. */
const MAX_BYTES = 256 * 1024;
/** A number of orders for which the list exceeds 6 MB. */
const ORDERS = 30;
const ALL = `page_size=${ORDERS}`;
const GZIP = { headers: { 'accept-encoding': 'gzip, deflate, br' } };
const [readable, random] = [aUuid(), aUuid()];
let api: ApiUnderTest;
let staff: Person;

async function keepOrders(projectUuid: Uuid, description: () => string): Promise<void> {
  for (let at = 0; at < ORDERS; at += 1) {
    const attributes = { ...orderOf(), description: description() };
    await api.store.commit(api.store.orders.insert(anOrder({ projectUuid, attributes })));
  }
}

beforeAll(async () => {
  api = await apiUnderTest();
  staff = await api.person({ isStaff: true });
  await keepOrders(readable, () => 'for the analysts '.repeat(MAX_BYTES / 17));
  await keepOrders(random, () => randomBytes((MAX_BYTES / 4) * 3).toString('base64'));
}, 120_000);

const ask = (projectUuid: Uuid, query: string, headers = {}) =>
  api.ask('GET', `marketplace-orders/?project_uuid=${projectUuid}&${query}`, { ...staff, ...headers });

describe('a list of the largest rows that the API takes', () => {
  test('is answered by its default page, whatever the client understands', async () => {
    const { status, body } = await ask(random, '');
    expect([status, Array.isArray(body) && body.length]).toEqual([200, 10]);
  });

  test('is compressed where Lambda would refuse it, for who takes it so', async () => {
    const { status, text, headers } = await ask(readable, ALL, GZIP);
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString())).toHaveLength(ORDERS);
  });

  test.each([
    ['cannot be compressed by who does not take it so', readable, {}],
    ['cannot be compressed enough', random, GZIP],
  ])('that %s is refused, with what to ask instead', async (_why, projectUuid, headers) => {
    const { status, body } = await ask(projectUuid, ALL, headers);
    expect([status, body]).toEqual([413, { detail: expect.stringMatching(/page_size.*field/) }]);
    expect(await ask(projectUuid, `${ALL}&field=uuid`, headers)).toMatchObject({ status: 200 });
  });

  test('is in the log as it is answered', async () => {
    api.log.lines.length = 0;
    await ask(random, ALL);
    expect(api.log.lines.join()).toContain('"status":413');
  });
});
