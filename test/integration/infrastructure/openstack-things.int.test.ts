import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { MAX_TENANTS } from '#shared/domain/planning/tenant';
import { aTenant, aUuid } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';
import { aMachine } from '../nodes/a-machine.ts';

let opened: StockedMarket;
stockedMarketPerTest((now) => {
  opened = now;
});

const row = z.looseObject({ url: z.string(), uuid: z.string(), name: z.string(), backend_id: z.string() });
const THINGS = ['flavors', 'images', 'volume-types', 'networks', 'subnets', 'security-groups', 'instances'];
const rowsOf = async (path: string, person: Person = opened.market.people.member) =>
  z.array(row).parse((await opened.market.ask('GET', path, person)).body);
const totalOf = async (path: string) => (await rowsOf(`${path}&page_size=300`)).length;

async function secondTenant() {
  const { market, cloud, stocked } = opened;
  const { store } = market;
  const { settingsUuid } = await store.tenants.get(stocked.tenant);
  const { id, credential } = cloud.cloud.otherProject;
  return market.create('openstack-tenants/', market.people.owner, {
    ...{ name: 'tenant-2', project: market.projectUuid, service_settings: settingsUuid, backend_id: id },
    ...{ application_credential_id: credential.id, application_credential_secret: credential.secret },
  });
}
/** Records of tenants whose cloud does not exist, so any request to the cloud fails. */
async function manyTenants(count: number) {
  const { store, customerUuid, projectUuid } = opened.market;
  const tenants = Array.from({ length: count }, () =>
    aTenant({ customerUuid, projectUuid, settingsName: 'elsewhere' }),
  );
  for (const tenant of tenants) await store.commit(store.tenants.insert(tenant));
}

describe('the flat lists of what tenants have', () => {
  test('show who sees a tenant what it has, each alone too, and nobody else anything', async () => {
    const { market, cloud } = opened;
    await aMachine(cloud);
    for (const thing of THINGS) {
      const [first] = await rowsOf(`openstack-${thing}/`);
      expect(first?.url, thing).toContain(`/api/openstack-${thing}/${first?.uuid}/`);
      const alone = await market.ask('GET', first?.url ?? '', market.people.member);
      expect(alone, thing).toMatchObject({ status: 200, body: { ...first } });
      expect(await rowsOf(`openstack-${thing}/`, market.people.outsider)).toEqual([]);
      expect(await market.statusOf('GET', first?.url ?? '', market.people.outsider)).toBe(404);
      expect((await market.ask('GET', `openstack-${thing}/`)).status).toBe(401);
    }
  });

  test('have the uuids that a tenant has them under, so that an order takes their addresses', async () => {
    const { market, stocked } = opened;
    const [subnet] = await rowsOf('openstack-subnets/');
    const below = await rowsOf(`openstack-tenants/${stocked.tenant}/subnets/`);
    expect(below.map(({ uuid }) => uuid)).toContain(subnet?.uuid);
    const [flavor] = await rowsOf('openstack-flavors/?cores__gte=2&ram__gte=4096&o=cores,ram');
    const [volumeType] = await rowsOf('openstack-volume-types/');
    const [group] = await rowsOf('openstack-security-groups/');
    const node = { subnet: subnet?.url, flavor: flavor?.url, system_volume_type: volumeType?.url };
    const nodes = ['server', 'agent'].map((role) => ({ role, ...node }));
    const placed = await stocked.place(market.people.owner, { nodes, security_groups: [{ url: group?.url }] });
    expect(placed.answer).toMatchObject({ status: 201 });
  });

  test('list what all tenants of a cloud may use once, and what is a tenant’s own with its tenant', async () => {
    const { stocked } = opened;
    const flavors = await totalOf('openstack-flavors/?o=name');
    const networks = await totalOf('openstack-networks/?o=name');
    const second = await secondTenant();
    expect(await totalOf('openstack-flavors/?o=name')).toBe(flavors);
    expect(await totalOf('openstack-networks/?o=name')).toBeGreaterThan(networks);
    const own = await rowsOf(`openstack-networks/?tenant=${second.url}`);
    expect(new Set(own.map((it) => it.tenant))).toEqual(new Set([second.url]));
    const [subnet] = await rowsOf(`openstack-subnets/?tenant_uuid=${stocked.tenant}`);
    expect(subnet).toMatchObject({ tenant_uuid: stocked.tenant, ip_version: 4, state: 'OK' });
    const inNetwork = await rowsOf(`openstack-subnets/?network_uuid=${subnet?.network_uuid}`);
    expect(inNetwork.map(({ uuid }) => uuid)).toContain(subnet?.uuid);
    const [network] = await rowsOf(`openstack-networks/?tenant_uuid=${stocked.tenant}`);
    expect(subnet?.network).toBe(network?.url);
  });

  test('find flavors by their sizes', async () => {
    const sizes = (query: string) =>
      rowsOf(`openstack-flavors/?${query}`).then((rows) => rows.map(({ cores, ram }) => ({ cores, ram })));
    const all = z.array(z.object({ cores: z.number(), ram: z.number() })).parse(await sizes('o=cores&page_size=300'));
    expect(all.map(({ cores }) => cores)).toEqual(all.map(({ cores }) => cores).toSorted((a, b) => a - b));
    const most = Math.max(...all.map(({ cores }) => cores));
    expect(await sizes(`cores__gte=${most}`)).toEqual(all.filter(({ cores }) => cores === most));
    expect(await sizes(`cores__lte=${most - 1}`)).toEqual(all.filter(({ cores }) => cores < most));
    const answer = await opened.market.ask('GET', 'openstack-flavors/?cores=two', opened.market.people.member);
    expect(answer).toMatchObject({ status: 400, body: { cores: ['Enter a whole number.'] } });
  });
});

describe('the flavors that an offering offers', () => {
  const namesOf = async (path: string, person?: Person) => (await rowsOf(path, person)).map(({ name }) => name);
  const lists = () => ['openstack-flavors/', `openstack-tenants/${opened.stocked.tenant}/flavors/`];
  const offer = (body: object) => {
    const { market, stocked } = opened;
    const path = `marketplace-provider-offerings/${stocked.offering.uuid}/`;
    return market.ask('PATCH', path, { ...market.people.staff, body });
  };

  test('are those that match its pattern with their whole name, in every list (S0-225, S0-313)', async () => {
    const { offering } = opened.stocked;
    const query = `page_size=300&offering_uuid=${offering.uuid}`;
    const all = await namesOf('openstack-flavors/?page_size=300');
    expect(await namesOf(`openstack-flavors/?${query}`)).toEqual(all);
    expect(await offer({ plugin_options: { flavors_regex: String.raw`m1\.(large|xlarge|2xlarge)` } })).toMatchObject({
      status: 200,
    });
    const offered = all.filter((name) => ['m1.large', 'm1.xlarge', 'm1.2xlarge'].includes(name));
    expect(offered).not.toEqual([]);
    for (const list of lists()) expect((await namesOf(`${list}?${query}`)).sort(), list).toEqual(offered.toSorted());
  });

  test('are none of an offering that the caller does not see, or that there is not', async () => {
    const { market, stocked } = opened;
    const { outsider, member } = market.people;
    for (const list of lists()) {
      expect(await namesOf(`${list}?offering_uuid=${aUuid()}`), list).toEqual([]);
    }
    const offering = await market.store.offerings.get(stocked.offering.uuid);
    const private_ = changed(offering, market.clock.now(), { shared: false, customerUuid: aUuid() });
    await market.store.commit(market.store.offerings.replace(private_));
    expect(await namesOf(`openstack-flavors/?offering_uuid=${stocked.offering.uuid}`, member)).toEqual([]);
    expect(await namesOf('openstack-flavors/', outsider)).toEqual([]);
  });

  test('are found by a pattern as Waldur’s forms ask for them, and a wrong one is named (S0-225)', async () => {
    const all = await namesOf('openstack-flavors/?page_size=300');
    const larger = all.filter((name) => name.includes('large'));
    expect(larger.length).toBeLessThan(all.length);
    for (const list of lists()) {
      expect((await namesOf(`${list}?page_size=300&name_iregex=LARGE`)).sort(), list).toEqual(larger.toSorted());
      expect(await opened.market.ask('GET', `${list}?name_iregex=(`, opened.market.people.member)).toMatchObject({
        ...{ status: 400, body: { name_iregex: ['Enter a regular expression in RE2 syntax.'] } },
      });
    }
  });
});

describe('of more tenants than one call may ask', () => {
  test('one has to be named, in a list and for one thing', async () => {
    const { market, stocked } = opened;
    const [subnet] = await rowsOf('openstack-subnets/');
    await manyTenants(MAX_TENANTS);
    const body = {
      tenant_uuid: [expect.stringMatching(/^The call would read more than 10 tenants.*Filter by tenant_uuid/)],
    };
    const ask = (path: string) => market.ask('GET', path, market.people.member);
    expect(await ask('openstack-subnets/')).toMatchObject({ status: 400, body });
    expect(await ask(`${subnet?.url}`)).toMatchObject({ status: 400, body });
    const named = `?tenant_uuid=${stocked.tenant}`;
    expect(await ask(`openstack-subnets/${named}`)).toMatchObject({ status: 200, body: [{ uuid: subnet?.uuid }] });
    expect(await ask(`${subnet?.url}${named}`)).toMatchObject({ status: 200, body: { uuid: subnet?.uuid } });
    // The request is accepted if its filter matches only a few tenants.
    expect((await ask('openstack-subnets/?service_settings_name=cloud-1')).status).toBe(200);
  });

  test('are shown alone though another tenant’s cloud cannot be asked, which leaves no whole list', async () => {
    const { market } = opened;
    const [flavor] = await rowsOf('openstack-flavors/');
    await manyTenants(1);
    expect(await market.statusOf('GET', 'openstack-flavors/', market.people.member)).not.toBe(200);
    const alone = await market.ask('GET', `openstack-flavors/${flavor?.uuid}/`, market.people.member);
    expect(alone).toMatchObject({ status: 200, body: { uuid: flavor?.uuid } });
  });

  test('no cloud is asked for who is refused a filter, or names a tenant of others', async () => {
    const { market, stocked } = opened;
    await opened.cloud.simulator.plan({ path: '/network', kind: 'status', status: 503 });
    const ask = (path: string, person = market.people.member) => market.ask('GET', path, person);
    expect((await ask('openstack-subnets/?enable_dhcp=true')).status).toBe(400);
    const named = `?tenant_uuid=${stocked.tenant}`;
    expect((await ask(`openstack-subnets/${named}`, market.people.outsider)).body).toEqual([]);
    expect((await ask('openstack-subnets/')).status).toBe(503);
    await opened.cloud.simulator.clearFaults();
  });
});

describe('the category of offerings', () => {
  test('is there for everybody, and offerings are found by it', async () => {
    const { market, stocked } = opened;
    const { body } = await market.ask('GET', 'marketplace-categories/');
    const [category] = z.array(z.looseObject({ uuid: z.string(), url: z.string() })).parse(body);
    expect(category).toMatchObject({ title: 'Kubernetes' });
    expect((await market.ask('GET', category?.url ?? '')).body).toEqual(category);
    expect((await market.ask('GET', `marketplace-categories/${stocked.tenant}/`)).status).toBe(404);
    const found = await market.ask('GET', `marketplace-public-offerings/?category_uuid=${category?.uuid}`);
    expect(found.body).toMatchObject([{ uuid: stocked.offering.uuid, category: category?.url }]);
    const none = await market.ask('GET', `marketplace-public-offerings/?category_uuid=${stocked.tenant}`);
    expect(none.body).toEqual([]);
  });
});
