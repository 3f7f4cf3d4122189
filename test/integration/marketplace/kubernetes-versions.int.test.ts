import { describe, expect, test } from 'vitest';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

const [OWN, NEW, OTHER] = ['v1.31.7+rke2r1', 'v1.32.3+rke2r1', 'v1.33.0+rke2r1'];
let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});
const sell = (kubernetes_versions: unknown) =>
  market.ask('PATCH', `marketplace-provider-offerings/${stocked.offering.uuid}/`, {
    ...market.people.staff,
    body: { plugin_options: { kubernetes_versions } },
  });
const listed = async () =>
  (await market.ask('GET', `marketplace-public-offerings/${stocked.offering.uuid}/kubernetes_versions/`)).body;
const runs = async (clusterUuid: string) =>
  (await market.ask('GET', `rancher-clusters/${clusterUuid}/?field=kubernetes_version`, market.people.owner)).body;

describe('the releases of Kubernetes that can be ordered', () => {
  test('are the provider’s alone where the offering lists none, for everybody to see', async () => {
    expect(await listed()).toEqual([{ version: OWN, is_default: true }]);
  });

  test('are those of the offering, from the moment that it lists them', async () => {
    expect((await sell([OWN, NEW])).status).toBe(200);
    expect(await listed()).toEqual([
      { version: OWN, is_default: true },
      { version: NEW, is_default: false },
    ]);
    await sell([NEW]);
    expect(await listed()).toEqual([{ version: NEW, is_default: true }]);
  });

  test('are written as Rancher writes them', async () => {
    const answer = await sell(['1.32']);
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.text).toContain('Enter a version as Rancher writes it, such as v1.31.7+rke2r1.');
  });
});

describe('an order', () => {
  test('gets the release that it chooses, in the dry run too, and shows it afterwards', async () => {
    await sell([OWN, NEW]);
    const body = stocked.order({ kubernetes_version: NEW });
    expect((await market.ask('POST', 'marketplace-orders/plan/', { ...market.people.owner, body })).body).toMatchObject(
      {
        ...{ valid: true, objects: { rancher: { cluster: { kubernetes_version: NEW } } } },
      },
    );
    const { order } = await stocked.place(market.people.owner, { kubernetes_version: NEW });
    expect(await runs(order.resource_uuid)).toEqual({ kubernetes_version: NEW });
    expect((await market.ask('GET', `marketplace-orders/${order.uuid}/`, market.people.owner)).body).toMatchObject({
      attributes: { kubernetes_version: NEW },
    });
  });

  test.each([[{}], [{ kubernetes_version: null }], [{ kubernetes_version: '' }]])(
    'gets the default without a choice: %j',
    async (fields) => {
      await sell([NEW, OWN]);
      const { order } = await stocked.place(market.people.owner, fields);
      expect(await runs(order.resource_uuid)).toEqual({ kubernetes_version: OWN });
    },
  );

  test('of a release that is not sold is refused with those that are', async () => {
    await sell([OWN, NEW]);
    const text = `${OTHER} is not offered. Choose one of: ${OWN}, ${NEW}.`;
    const body = stocked.order({ kubernetes_version: OTHER });
    expect(await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body })).toMatchObject({
      ...{ status: 400, body: { kubernetes_version: [text] } },
    });
    expect((await market.ask('POST', 'marketplace-orders/plan/', { ...market.people.owner, body })).body).toMatchObject(
      {
        ...{ valid: false, errors: [{ kubernetes_version: [text] }] },
      },
    );
  });
});
