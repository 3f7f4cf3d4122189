import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { allRows } from '#test/integration/_worlds/all-rows';
import { type Market, type Stocked, stockedMarketPerTest, useAccountOfCloud } from '#test/integration/_worlds/market';
import { ADA_KEY } from '#test/ssh-keys';

let market: Market;
let stocked: Stocked;
let site: SiteSettings;
stockedMarketPerTest((opened) => {
  ({ market, stocked, site } = opened);
});

const rows = z.array(z.looseObject({ uuid: z.string() }));
const orderShown = z.object({ attributes: z.record(z.string(), z.unknown()) });
const withNodes = z.object({ nodes: z.array(z.looseObject({ flavor: z.string() })) });

async function sellPools(): Promise<void> {
  const path = `marketplace-provider-offerings/${stocked.offering.uuid}/`;
  const body = { plugin_options: { driver: 'rancher-pools' } };
  const { status } = await market.ask('PATCH', path, { ...market.people.staff, body });
  expect(status).toBe(200);
}

let machine: { flavor: string; networks: string[] };
const pool = (fields: object = {}) => ({ name: 'workers', roles: ['worker'], quantity: 2, ...machine, ...fields });
const servers = (fields: object = {}) =>
  pool({ name: 'servers', roles: ['etcd', 'controlplane'], quantity: 3, ...fields });
const ordered = (fields: object = {}) => stocked.order({ nodes: undefined, pools: [servers(), pool()], ...fields });
const place = (fields: object = {}) =>
  market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body: ordered(fields) });
const preview = (fields: object = {}) =>
  market.ask('POST', 'marketplace-orders/plan/', { ...market.people.owner, body: ordered(fields) });

beforeEach(async () => {
  const { owner } = market.people;
  const networks = rows.parse(
    (await market.ask('GET', `openstack-networks/?tenant_uuid=${stocked.tenant}`, owner)).body,
  );
  const { nodes } = withNodes.parse(stocked.order().attributes);
  machine = { flavor: nodes[0]?.flavor ?? '', networks: networks.slice(0, 1).map(({ uuid }) => uuid) };
  await sellPools();
  await useAccountOfCloud(market, stocked.tenant);
});

describe('an order of pools', () => {
  test('is placed, and its cluster has the driver of the offering (S2-001)', async () => {
    const { status, body } = await place();
    expect([status, body]).toEqual([201, expect.anything()]);
    const { resource_uuid: uuid } = z.object({ resource_uuid: z.string() }).parse(body);
    expect(await market.store.clusters.get(uuid)).toMatchObject({
      driver: 'rancher-pools',
      tenantUuid: stocked.tenant,
    });
  });

  test('shows its pools and settings as they were ordered, and secrets only to those who may approve it (S2-024, S2-032)', async () => {
    const autoscaling = { min: 2, max: 6 };
    const pools = [servers({ user_data: '#cloud-config\n' }), pool({ autoscaling, labels: { tier: 'gpu' } })];
    const secrets = { additional_manifest: 'password: hunter2', machine_global_config: { token: 'hunter2' } };
    const { body } = await place({ pools, cni: 'calico', cluster_cidr: '10.52.0.0/16', ...secrets });
    const { uuid } = z.object({ uuid: z.string() }).parse(body);
    const shown = await market.ask('GET', `marketplace-orders/${uuid}/`, market.people.owner);
    const { attributes } = orderShown.parse(shown.body);
    expect(attributes).toMatchObject({
      pools: [
        { name: 'servers', roles: ['etcd', 'controlplane'], quantity: 3, max_unhealthy: '40%' },
        { name: 'workers', autoscaling, labels: { tier: 'gpu' }, drain_before_delete: true, drain_timeout: 600 },
      ],
      ...{ cni: 'calico', cluster_cidr: '10.52.0.0/16' },
      etcd_snapshots: { enabled: true, schedule: '0 */5 * * *', retention: 5 },
    });
    expect(attributes).toMatchObject({ pools: [{ user_data: '#cloud-config\n' }, {}], ...secrets });
    for (const path of [`marketplace-orders/${uuid}/`, 'marketplace-orders/']) {
      const { status, text } = await market.ask('GET', path, market.people.member);
      expect([status, /hunter2|#cloud-config/.test(text)]).toEqual([200, false]);
    }
  });

  test('loses data volumes where the installation makes none (S0-178)', async () => {
    const data_volumes = [{ size: 1024, mount_point: '/data' }];
    expect((await place({ pools: [servers({ data_volumes }), pool()] })).status).toBe(400);
    site.disableDataVolumeCreation = true;
    expect((await place({ pools: [servers({ data_volumes }), pool()] })).status).toBe(201);
  });

  test.each<[string, () => object, object]>([
    ['without pools', () => ({ pools: [] }), { pools: ['Order at least one pool.'] }],
    ['without a tenant', () => ({ tenant: undefined }), { tenant: ['This field is required.'] }],
    [
      'with nodes',
      () => withNodes.parse(stocked.order().attributes),
      { nodes: [expect.stringContaining('pools of machines instead of nodes')] },
    ],
    [
      'with an SSH key',
      () => ({ ssh_public_key: ADA_KEY }),
      { ssh_public_key: [expect.stringContaining('Rancher creates an SSH key')] },
    ],
    [
      'with an even number of etcd members',
      () => ({ pools: [servers({ quantity: 2 }), pool()] }),
      { non_field_errors: ['etcd needs 1, 3, 5 or 7 members, and the pools have 2.'] },
    ],
    [
      'with a wrong pool',
      () => ({ pools: [servers({ networks: [] }), pool({ labels: { 'cattle.io/os': 'linux' } })] }),
      { pools: [{}, { labels: ['cattle.io/os is set by Rancher or Kubernetes. Choose another key.'] }] },
    ],
    [
      'in no network',
      () => ({ pools: [servers({ networks: [] }), pool()] }),
      {
        pools: [
          { networks: ['Choose exactly one network, because Rancher connects a machine to one network only.'] },
          {},
        ],
      },
    ],
    [
      'with an unknown field',
      () => ({ pools: [servers({ nmae: 'x' }), pool()] }),
      { pools: [{ nmae: ['Unknown attribute. Did you mean "name"?'] }] },
    ],
    [
      'with a proxy’s password',
      () => ({ http_proxy: 'http://ada:secret@proxy.example.org' }),
      { http_proxy: ['Enter a URL without a password.'] },
    ],
    [
      'with a Secret of Rancher, which may be somebody else’s',
      () => ({ registries: [{ registry: 'docker.io', auth_secret: 'registryconfig-auth' }] }),
      { registries: [{ auth_secret: [expect.stringContaining('Unknown attribute.')] }] },
    ],
    [
      'with more machines than the tenant has room for',
      () => ({ pools: [servers(), pool({ quantity: 900 })] }),
      { pools: expect.arrayContaining([expect.stringContaining('quota')]) },
    ],
  ])('is refused %s (S2-001, S2-032)', async (_how, fields, errors) => {
    const { status, body } = await place(fields());
    expect({ status, body }).toEqual({ status: 400, body: errors });
  });

  test('is refused in a tenant whose own credential cannot create others (S2-003)', async () => {
    const { store, clock } = market;
    const tenant = await store.tenants.get(stocked.tenant);
    await store.commit(store.tenants.replace(changed(tenant, clock.now(), { hasOwnCredential: true })));
    const { status, body } = await place();
    expect({ status, body }).toEqual({ status: 400, body: { tenant: [expect.stringContaining('is restricted')] } });
  });
});

const withOptions = z.object({ plugin_options: z.record(z.string(), z.unknown()) });

test('an offering of nodes refuses pools, and settings of pools (T6)', async () => {
  const path = `marketplace-provider-offerings/${stocked.offering.uuid}/`;
  await market.ask('PATCH', path, { ...market.people.staff, body: { plugin_options: { driver: null } } });
  const text = expect.stringContaining('Clusters of this offering have nodes.');
  expect((await place()).body).toEqual({ pools: [text] });
  const { nodes } = withNodes.parse(stocked.order().attributes);
  expect((await place({ pools: undefined, nodes, cni: 'calico' })).body).toEqual({ pools: [text] });
});

test('an offering of managed clusters with pools needs no flavor of servers (S2-001)', async () => {
  const path = `marketplace-provider-offerings/${stocked.offering.uuid}/`;
  const body = { plugin_options: { deployment_mode: 'managed' } };
  const answer = await market.ask('PATCH', path, { ...market.people.staff, body });
  expect(answer).toMatchObject({ status: 400, body: { plugin_options: expect.any(Object) } });
  const { plugin_options: said } = withOptions.parse(answer.body);
  expect(Object.keys(said).sort()).toEqual([
    'managed_rancher_load_balancer_flavor_name',
    'openstack_offering_uuid_list',
  ]);
});

describe('trying an order of pools', () => {
  test('shows pools, quotas, objects in Rancher and costs, and writes nothing (S2-001, S2-024)', async () => {
    const before = await allRows(market);
    const { status, body } = await preview({ pools: [servers(), pool({ root_volume: { size: 65_536 } })] });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        ...{ valid: true, errors: [], hints: [] },
        objects: {
          rancher: {
            registration_token: null,
            pools: {
              cloud_credentials: ['cc-{cluster_uuid}'],
              machine_configs: ['nc-my-cluster-servers-{hash}', 'nc-my-cluster-workers-{hash}'],
            },
          },
          tenants: [
            {
              tenant_uuid: stocked.tenant,
              servers: [],
              pools: [
                { name: 'servers', quantity: 3, root_volume: null },
                { name: 'workers', quantity: 2, root_volume: { size: 64, type: null } },
              ],
              quotas: expect.arrayContaining([expect.objectContaining({ name: 'instances', used: 0, after: 5 })]),
            },
          ],
        },
      },
    });
    expect(await allRows(market)).toEqual(before);
  });

  test('warns of a single machine with control plane (S0-385)', async () => {
    const { body } = await preview({ pools: [servers({ quantity: 1 }), pool()] });
    expect(body).toMatchObject({ valid: true, hints: [expect.stringContaining('3 servers are recommended')] });
  });

  test('names what is wrong with the order, its pools and the tenant at once (S2-001)', async () => {
    const pools = [servers({ networks: [], quantity: 2 }), pool()];
    const { body } = await preview({ pools, cluster_cidr: '10.43.8.0/24' });
    expect(body).toMatchObject({
      valid: false,
      errors: [
        {
          cluster_cidr: ['10.43.8.0/24 overlaps with service_cidr (10.43.0.0/16).'],
          non_field_errors: ['etcd needs 1, 3, 5 or 7 members, and the pools have 2.'],
        },
        {
          pools: [
            { networks: ['Choose exactly one network, because Rancher connects a machine to one network only.'] },
            {},
          ],
        },
      ],
    });
  });
});
