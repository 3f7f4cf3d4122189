import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import type { ManagedStock } from '#test/integration/_worlds/managed-stock';
import { managedStockPerTest } from '#test/integration/_worlds/managed-stock';
import type { Market } from '#test/integration/_worlds/market';

let market: Market;
let stock: ManagedStock;
managedStockPerTest((opened) => {
  ({ market, stock } = opened);
});

const zones = () => ({ openstack_offering_uuid_list: stock.zones.map(({ uuid }) => uuid) });
const clusterOf = async ({ clusterUuid }: { clusterUuid: string }) => market.store.clusters.get(clusterUuid);
const projects = async () =>
  (await market.store.projects.list({ visibility: 'all' }, { page: 1, pageSize: 100 })).items;
const networksOf = async (placed: { clusterUuid: string }) =>
  (await clusterOf(placed)).managed?.networks.map(({ cidr }) => cidr) ?? [];
const claimed = (cidrs: readonly string[]) =>
  Promise.all(cidrs.map(async (cidr) => (await market.store.claims.holderOf(`node-network/${cidr}`)) !== undefined));
const decide = (uuid: string, what: string, person = market.people.owner) =>
  market.ask('POST', `marketplace-orders/${uuid}/${what}/`, person);
const byMember = (fields: object = {}) => stock.place({ ...zones(), ...fields }, market.people.member);
const seen = z.looseObject({
  name: z.string(),
  uuid: z.string(),
  vm_project: z.string(),
  public_ips: z.array(z.unknown()),
});

describe('an accepted managed order', () => {
  test('gives its end date to the resource', async () => {
    const end_date = '2099-12-24';
    const { answer } = await stock.place({ end_date });
    expect(answer.body).toMatchObject({ attributes: { end_date } });
    const { marketplace_resource_uuid } = z.looseObject({ marketplace_resource_uuid: z.string() }).parse(answer.body);
    const path = `marketplace-resources/${marketplace_resource_uuid}/`;
    expect((await market.ask('GET', path, market.people.owner)).body).toMatchObject({ end_date });
    await stock.expectRefused(
      { name: 'other', end_date: '2020-01-01' },
      { end_date: ['Cannot be earlier than the current date.'] },
    );
  });

  test('names its cluster after its slug and its VM project after who ordered where (S0-316, R-9-101, R-9b-W4)', async () => {
    const placed = await stock.place({ name: 'Web shop' });
    const { vmProjectUuid, name } = await clusterOf(placed);
    expect(name).toBe('k8s-web-shop-1');
    const { store, customerUuid, projectUuid } = market;
    const [consumer, project] = await Promise.all([store.customers.get(customerUuid), store.projects.get(projectUuid)]);
    const vmProject = await store.projects.get(vmProjectUuid);
    const shownName = consumer.abbreviation || consumer.name;
    expect(vmProject.name).toBe(`${shownName} / ${project.name} / Web shop`);
    const address = `marketplace-resources/${placed.resourceUuid}/`;
    expect((await market.ask('GET', address, market.people.owner)).body).toMatchObject({
      ...{ name: 'Web shop', slug: 'web-shop-1', state: 'Creating' },
    });
  });

  test('has a /24 of the provider’s range for each cloud, which it holds (S0-321)', async () => {
    await stock.change({ node_network_supernet: '172.16.0.0/20' });
    const placed = await stock.place(zones());
    const networks = await networksOf(placed);
    expect(networks).toHaveLength(3);
    for (const network of networks) expect(network).toMatch(/^172\.16\.\d+\.0\/24$/);
    expect(await claimed(networks)).toEqual([true, true, true]);
  });

  test('takes another number where somebody has called a cluster like that', async () => {
    const { settingsUuid } = await clusterOf(await stock.place({ name: 'first' }));
    const name = `cluster-name/${settingsUuid}/k8s-prod-1`;
    await market.store.commit(market.store.claims.insert(name, 'f'.repeat(32), () => new Error('taken')));
    expect((await clusterOf(await stock.place())).name).toBe('k8s-prod-2');
  });

  test('has a name that its project has once, which others may have (S0-243, R-9b-W11)', async () => {
    await stock.place();
    expect(await stock.ask()).toMatchObject({ status: 400, body: { non_field_errors: ['Name is not unique.'] } });
    const { staff } = market.people;
    const other = await market.create('projects/', staff, { name: 'Other', customer: market.customerUuid });
    const body = { ...stock.order(), project: other.uuid };
    expect((await market.ask('POST', 'marketplace-orders/', { ...staff, body })).status).toBe(201);
  });

  test('shows the addresses of its load balancers (S0-052)', async () => {
    const placed = await stock.place();
    const address = `rancher-clusters/${placed.clusterUuid}/`;
    const shown = async () => seen.parse((await market.ask('GET', address, market.people.owner)).body);
    expect((await shown()).public_ips).toEqual([]);
    const cluster = await clusterOf(placed);
    const tenantUuid = cluster.tenantUuid;
    const managed = { networks: [], ...cluster.managed, publicIps: [{ address: '203.0.113.5', tenantUuid }] };
    await market.store.commit(market.store.clusters.replace(changed(cluster, market.clock.now(), { managed })));
    expect((await shown()).public_ips).toEqual([{ ip_address: '203.0.113.5', tenant_uuid: tenantUuid }]);
  });

  test('with an Idempotency-Key is placed once', async () => {
    const headers = { 'Idempotency-Key': 'k-1' };
    const ask = () =>
      market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body: stock.order(zones()), headers });
    const [first, second] = await Promise.all([ask(), ask()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await ask()).headers).toMatchObject({ 'idempotent-replayed': 'true' });
    const { total } = await market.store.clusters.list({ visibility: 'all' }, { page: 1, pageSize: 1 });
    expect(total).toBe(1);
  });
});

test('the VM project is the provider’s: whoever ordered sees the cluster, and not the project (S0-317, S0-342)', async () => {
  const { owner, staff } = market.people;
  const { vmProjectUuid, uuid } = await clusterOf(await stock.place());
  const path = `projects/${vmProjectUuid}/`;
  const statuses = await Promise.all(
    [owner, stock.providerOwner, staff].map((who) => market.statusOf('GET', path, who)),
  );
  expect(statuses).toEqual([404, 200, 200]);
  expect(await market.statusOf('GET', `rancher-clusters/${uuid}/`, owner)).toBe(200);
  expect(await market.statusOf('GET', `rancher-clusters/${uuid}/`, stock.providerOwner)).toBe(404);
});

describe('a managed order that waits for approval', () => {
  test('is started by the owner as it was placed (S0-008)', async () => {
    const placed = await byMember();
    expect((await market.store.outbox.listPending(10)).operations).toEqual([]);
    const networks = await networksOf(placed);
    expect((await decide(placed.uuid, 'approve_by_consumer')).status).toBe(200);
    expect((await market.store.outbox.listPending(10)).operations).toMatchObject([{ clusterUuid: placed.clusterUuid }]);
    expect(await networksOf(placed)).toEqual(networks);
  });

  test.each(['reject_by_consumer', 'cancel'])(
    'leaves nothing after %s: name and networks are anybody’s, the VM project is gone with its roles',
    async (what) => {
      const before = await projects();
      const placed = await byMember();
      const { vmProjectUuid, settingsUuid, name } = await clusterOf(placed);
      const networks = await networksOf(placed);
      await market.person(
        {},
        {
          ...{ role: 'PROJECT.MEMBER', scopeType: 'project', scopeUuid: vmProjectUuid },
          customerUuid: stock.customer.uuid,
        },
      );
      expect((await decide(placed.uuid, what)).status).toBeLessThan(300);
      expect(await claimed(networks)).toEqual([false, false, false]);
      expect(await projects()).toEqual(before);
      expect(await market.store.grants.listByScope(vmProjectUuid)).toEqual([]);
      expect(await market.store.claims.holderOf(`cluster-name/${settingsUuid}/${name}`)).toBeUndefined();
      await byMember();
    },
  );

  test('that is rejected and approved at the same moment keeps its VM project where it is started', async () => {
    const placed = await byMember();
    const { vmProjectUuid } = await clusterOf(placed);
    await Promise.all([decide(placed.uuid, 'approve_by_consumer'), decide(placed.uuid, 'reject_by_consumer')]);
    const { state } = await market.store.orders.get(placed.uuid);
    expect(['executing', 'rejected']).toContain(state);
    expect((await market.store.projects.find(vmProjectUuid)) !== undefined).toBe(state === 'executing');
  });
});
