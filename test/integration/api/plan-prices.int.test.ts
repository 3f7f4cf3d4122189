import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Market, type Stocked, stockedMarketPerTest } from './market.ts';

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

/** The same provider's offering once more, with these plans. */
async function offer(plans: unknown) {
  const { settingsUuid, customerUuid } = await market.store.offerings.get(stocked.offering.uuid);
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
