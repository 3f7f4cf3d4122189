import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { settingsUuidOf } from '#shared/domain/marketplace/offering';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});

const priced = z.object({ uuid: z.string(), plans: z.array(z.object({ uuid: z.string() })) });
const component = z.object({ usage: z.string(), cost: z.string() });
const estimated = z.object({
  estimate: z.object({ hours_per_month: z.number(), components: z.array(component), total: z.string() }).nullable(),
});

async function offer(plans: unknown) {
  const sold = await market.store.offerings.get(stocked.offering.uuid);
  const [settingsUuid, customerUuid] = [settingsUuidOf(sold), sold.customerUuid];
  const body = { name: 'Priced', type: 'Rancher', customer: customerUuid, service_settings: settingsUuid, plans };
  return market.ask('POST', 'marketplace-provider-offerings/', { ...market.people.staff, body });
}

test('a plan has a price for each component, to the digit, which everybody sees', async () => {
  const prices = { cpu_hours: '0.0100', ram_hours: '12', storage_hours: '0.0000000001' };
  const { status, body } = await offer([{ name: 'Gold', prices }, { name: 'Free' }]);
  expect([status, body]).toMatchObject([
    201,
    {
      plans: [
        { name: 'Gold', prices },
        { name: 'Free', prices: {} },
      ],
    },
  ]);
});

test.each([
  ['a negative price', { cpu_hours: '-1' }],
  ['a number, which would be a binary fraction', { cpu_hours: 0.1 }],
  ['what is not charged for', { gpu_hours: '1' }],
])('%s is refused, and names the plan', async (_what, prices) => {
  const { status, body } = await offer([{ name: 'Gold', prices }]);
  expect([status, Object.keys(Object(body))]).toEqual([400, ['plans']]);
  expect(JSON.stringify(body)).toContain(Object.keys(prices)[0]);
});

test('trying an order says what a month of it costs under the plan that it names (S0-350)', async () => {
  const prices = { cpu_hours: '0.01', ram_hours: '0.002', storage_hours: '0.0001' };
  const made = await offer([{ name: 'Gold', prices }, { name: 'Free' }]);
  const offering = priced.parse(made.body);
  const { staff, owner } = market.people;
  await market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/activate/`, staff);
  const [gold, free] = offering.plans.map(({ uuid }) => uuid);
  const tried = async (plan: string | undefined) => {
    const body = { ...stocked.order(), offering: offering.uuid, plan };
    return estimated.parse((await market.ask('POST', 'marketplace-orders/plan/', { ...owner, body })).body).estimate;
  };
  const estimate = await tried(gold);
  expect(estimate).toMatchObject({ hours_per_month: 730 });
  const [cpu] = estimate?.components ?? [];
  expect(Number(cpu?.cost)).toBeCloseTo(Number(cpu?.usage) * 0.01);
  expect(Number(cpu?.usage) % 730).toBe(0);
  expect(Number(estimate?.total)).toBeGreaterThan(Number(cpu?.cost));
  expect(Number((await tried(free))?.total)).toBe(0);
  expect(await tried(undefined)).toBeNull();
});

describe('prices of a plan that is there', () => {
  const estimated = z.object({
    estimate: z.object({ components: z.array(z.object({ type: z.string(), price: z.string() })) }),
  });
  async function sold() {
    const prices = { cpu_hours: '0.01', ram_hours: '0.002' };
    const offering = priced.parse((await offer([{ name: 'Gold', prices }, { name: 'Free' }])).body);
    const { staff, owner } = market.people;
    await market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/activate/`, staff);
    const [gold = '', free = ''] = offering.plans.map(({ uuid }) => uuid);
    const update = (body: unknown, person = staff) =>
      market.ask('POST', `marketplace-plans/${gold}/update_prices/`, { ...person, body });
    const shown = async (plan = gold) =>
      (await market.ask('GET', `marketplace-public-offerings/${offering.uuid}/plans/${plan}/`)).body;
    const tried = async () => {
      const body = { ...stocked.order(), offering: offering.uuid, plan: gold };
      const answer = await market.ask('POST', 'marketplace-orders/plan/', { ...owner, body });
      return estimated.parse(answer.body).estimate.components.map(({ type, price }) => `${type} ${price}`);
    };
    return { offering, gold, free, update, shown, tried };
  }

  test('are changed by name, the others stay, and the next estimate has them', async () => {
    const { update, shown, tried, free } = await sold();
    expect(await tried()).toEqual(['cpu_hours 0.01', 'ram_hours 0.002', 'storage_hours 0']);
    const answer = await update({ prices: { cpu_hours: '0.0125', storage_hours: '0.0001' } });
    const prices = { cpu_hours: '0.0125', ram_hours: '0.002', storage_hours: '0.0001' };
    expect(answer).toMatchObject({ status: 200, body: { name: 'Gold', prices } });
    expect(await shown()).toMatchObject({ prices });
    expect(await shown(free)).toMatchObject({ prices: {} });
    expect(await tried()).toEqual(['cpu_hours 0.0125', 'ram_hours 0.002', 'storage_hours 0.0001']);
  });

  test('are shown to the provider as Waldur shows them: by component, and whether anything is charged for', async () => {
    const { offering, gold, free } = await sold();
    const asked = async (plan: string) =>
      (await market.ask('GET', `marketplace-plans/${plan}/`, market.people.staff)).body;
    const cpu = { type: 'cpu_hours', name: 'CPU hours', measured_unit: 'vCPU-hours', billing_type: 'usage' };
    expect(await asked(gold)).toMatchObject({
      ...{ offering: expect.stringContaining(`/marketplace-provider-offerings/${offering.uuid}/`), is_active: true },
      ...{ plan_type: 'usage-based', minimal_price: '0', resources_count: null },
      components: [
        { ...cpu, price: '0.01' },
        { type: 'ram_hours', price: '0.002' },
        { type: 'storage_hours', price: '0' },
      ],
    });
    expect(await asked(free)).toMatchObject({ plan_type: null, components: [{ ...cpu, price: '0' }, {}, {}] });
  });

  test.each([
    [{ prices: { cpu_hours: '-1' } }],
    [{ prices: { gpu_hours: '1' } }],
    [{ prices: { cpu_hours: 0.5 } }],
    [{ prices: null }],
    [{}],
  ])('are not changed by %j', async (body) => {
    const { update, shown } = await sold();
    const before = await shown();
    expect(await update(body)).toMatchObject({ status: 400, body: { prices: expect.anything() } });
    expect(await shown()).toEqual(before);
  });

  test('are the provider’s to change, while the offering is not archived', async () => {
    const { update, gold, offering } = await sold();
    const { owner, member, outsider, staff } = market.people;
    const one = { prices: { cpu_hours: '1' } };
    const statuses = await Promise.all([owner, member, outsider].map(async (who) => (await update(one, who)).status));
    expect(statuses).toEqual([200, 404, 404]);
    expect(await market.statusOf('GET', `marketplace-plans/${gold}/`, owner)).toBe(200);
    expect(await market.statusOf('GET', `marketplace-plans/${'f'.repeat(32)}/`, staff)).toBe(404);
    expect(await market.statusOf('GET', 'marketplace-plans/nonsense/', staff)).toBe(404);
    const listed = z.array(z.object({ uuid: z.string() }));
    const plansOf = async (who: Person) =>
      listed.parse((await market.ask('GET', 'marketplace-plans/', who)).body).map(({ uuid }) => uuid);
    expect(await plansOf(owner)).toContain(gold);
    expect(await plansOf(outsider)).toEqual([]);
    await market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/archive/`, staff);
    expect((await update(one)).status).toBe(409);
  });
});
