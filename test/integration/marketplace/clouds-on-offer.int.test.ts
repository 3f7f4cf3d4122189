import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ManagedMarket, managedMarket } from '../_worlds/managed-market.ts';
import { type Cloud, type Market, stockedMarketPerTest } from '../_worlds/market.ts';

let cloud: Cloud;
let market: Market;
let sale: ManagedMarket;
stockedMarketPerTest((opened) => {
  ({ cloud, market } = opened);
});
beforeEach(async () => {
  sale = await managedMarket(market, cloud);
});

const KINDS = ['flavors', 'images', 'volume_types', 'external_networks', 'availability_zones'];
const things = z.array(z.object({ uuid: z.string(), url: z.string(), name: z.string(), backend_id: z.string() }));
const of = (kind: string) => `marketplace-public-offerings/${sale.az1.uuid}/${kind}/`;

describe('what the cloud of an offering has', () => {
  test('is read live by whoever may order, under uuids of ours', async () => {
    await sale.move(sale.az1, 'activate');
    for (const kind of KINDS) {
      const [first] = things.parse((await market.ask('GET', of(kind), market.people.member)).body);
      expect(first, kind).toBeDefined();
      expect((await market.ask('GET', first?.url ?? '', market.people.member)).body).toMatchObject({ ...first });
      expect(await market.statusOf('GET', of(kind), market.people.outsider)).toBe(403);
      expect((await market.ask('GET', of(kind))).status).toBe(401);
    }
    const networks = await market.ask('GET', of('external_networks'), market.people.member);
    expect(networks.body).toMatchObject([{ backend_id: sale.external_network_id }]);
  });

  test('has the flavors that an offering of clusters offers, where that is asked for (S0-225)', async () => {
    await sale.move(sale.az1, 'activate');
    const clusters = await sale.managed({ flavors_regex: 'm1[.]large' });
    await sale.move(clusters, 'activate');
    const path = `${of('flavors')}?offering_uuid=${clusters.uuid}`;
    const names = async (address: string) =>
      things.parse((await market.ask('GET', address, market.people.member)).body).map(({ name }) => name);
    expect(await names(path)).toEqual(['m1.large']);
    expect((await names(of('flavors'))).length).toBeGreaterThan(1);
    expect(await names(`${of('flavors')}?offering_uuid=${sale.az1.uuid}`)).toEqual(await names(of('flavors')));
  });

  test('is not there for an offering that is no cloud, or not active', async () => {
    for (const kind of KINDS) expect(await market.statusOf('GET', of(kind)), kind).toBe(404);
    const clusters = await sale.managed();
    const path = `marketplace-public-offerings/${clusters.uuid}/flavors/`;
    expect(await market.statusOf('GET', path, market.people.staff)).toBe(404);
  });
});

describe('the check of a cloud', () => {
  const check = (person = market.people.staff) =>
    market.ask('GET', `marketplace-provider-offerings/${sale.az1.uuid}/check/`, person);

  test('shows its operator what is there, what is missing, and what cannot be seen', async () => {
    await sale.move(sale.az1, 'activate');
    const [flavor] = things.parse((await market.ask('GET', of('flavors'), market.people.owner)).body);
    await sale.managed({
      managed_rancher_server_flavor_name: flavor?.name,
      managed_rancher_load_balancer_flavor_name: 'no-such-flavor',
    });
    const answer = await check();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        state: 'ERRED',
        checks: expect.arrayContaining([
          { option: 'external_network_id', ok: true, message: 'The external network "public" is there.' },
          expect.objectContaining({ option: 'managed_rancher_server_flavor_name', ok: true }),
          {
            option: 'managed_rancher_load_balancer_flavor_name',
            ok: false,
            message:
              'There is no flavor no-such-flavor, which "Kubernetes, managed" needs: create it for all projects.',
          },
        ]),
        to_provide: [expect.stringContaining('each a /24 of 10.64.0.0/12')],
      },
    });
  });

  test('ends with the account that the cloud refuses', async () => {
    const body = { options: { password: 'not-the-password' } };
    await market.ask('PATCH', `service-settings/${sale.openstack.uuid}/`, { ...market.people.staff, body });
    expect((await check()).body).toMatchObject({ state: 'ERRED', checks: [{ option: 'password', ok: false }] });
  });

  test('takes a cloud that is down for a finding', async () => {
    await cloud.simulator.plan({ path: '/identity', kind: 'status', status: 503 });
    const answer = await check();
    await cloud.simulator.clearFaults();
    expect(answer).toMatchObject({ status: 200, body: { state: 'ERRED', checks: [{ ok: false }] } });
  });

  test('is for who sells the cloud, and says of an offering of clusters which check is right', async () => {
    expect((await check(market.people.owner)).status).toBe(200);
    expect((await check(market.people.manager)).status).toBe(404);
    const clusters = await sale.managed();
    const path = `marketplace-provider-offerings/${clusters.uuid}/check/`;
    const refused = { status: 400, body: [expect.stringContaining('check its provider')] };
    expect(await market.ask('GET', path, market.people.staff)).toMatchObject(refused);
  });
});

test('a provider keeps what managed clusters need while it sells them', async () => {
  const { az1, provider, managed, move } = sale;
  const offering = await managed();
  await move(az1, 'activate');
  await move(offering, 'activate');
  const { staff } = market.people;
  const take = () =>
    market.ask('PATCH', `service-settings/${provider.uuid}/`, { ...staff, body: { options: { customer_uuid: null } } });
  expect(await take()).toMatchObject({
    status: 400,
    body: {
      options: {
        customer_uuid: [
          'Managed clusters need this option. Pause or archive the offerings that sell managed clusters first: Kubernetes, managed.',
        ],
      },
    },
  });
  await move(offering, 'pause');
  expect(await take()).toMatchObject({ status: 200, body: { options: { customer_uuid: null } } });
  expect((await move(offering, 'activate')).status).toBe(400);
});
