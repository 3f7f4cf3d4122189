import { expect, test } from 'vitest';
import { type Market, type Stocked, stockedMarketPerTest } from './market.ts';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
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
