import { expect, test } from 'vitest';
import { z } from 'zod';
import { aUuid } from '#test/builders/builders';
import { allRows } from '#test/integration/_worlds/all-rows';
import type { ManagedStock } from '#test/integration/_worlds/managed-stock';
import { managedStockPerTest } from '#test/integration/_worlds/managed-stock';
import type { Market } from '#test/integration/_worlds/market';

let market: Market;
let stock: ManagedStock;
managedStockPerTest((opened) => {
  ({ market, stock } = opened);
});

const CLOUDS = 'openstack_offering_uuid_list';
const zones = () => stock.zones.map(({ uuid }) => uuid);
const named = z.array(z.looseObject({ name: z.string() }));
const planOf = z.object({
  valid: z.boolean(),
  hints: z.array(z.string()),
  errors: z.array(z.unknown()),
  objects: z.object({
    vm_project: z.looseObject({}),
    rancher: z.looseObject({}),
    tenants: z.array(
      z.looseObject({
        ...{ tenant_name: z.string(), servers: named, ports: named, floating_ips: z.array(z.unknown()) },
        infrastructure: z.looseObject({
          ...{ security_groups: named, network: z.looseObject({ cidr: z.string() }) },
          ...{ limits: z.unknown(), quotas: z.looseObject({}) },
        }),
      }),
    ),
  }),
});

test('trying a managed order shows all that three clouds would have, and writes nothing (S0-308, S0-350, S0-363, S0-364, S0-365, S0-386)', async () => {
  const before = await allRows(market);
  const answer = await stock.plan({ worker_nodes_count: 3, [CLOUDS]: zones() });
  expect(answer.status).toBe(200);
  const { valid, errors, hints, objects } = planOf.parse(answer.body);
  expect({ valid, errors }).toEqual({ valid: true, errors: [] });
  expect(hints).toEqual([expect.stringMatching(/^9 servers: more than 5 make the control plane slower/)]);
  expect(await allRows(market)).toEqual(before);
  const { tenants } = objects;
  expect(tenants.flatMap(({ servers }) => servers)).toHaveLength(21);
  expect(new Set(tenants.map(({ infrastructure }) => infrastructure.network.cidr)).size).toBe(3);
  const groups = tenants.flatMap(({ infrastructure }) => infrastructure.security_groups.map(({ name }) => name));
  expect(groups.filter((name) => name !== 'default')).toHaveLength(6);
});

test('trying a managed order in one cloud shows seven machines (S0-362)', async () => {
  const { objects } = planOf.parse((await stock.plan({ worker_nodes_count: 3 })).body);
  const names = objects.tenants.map(({ servers }) => servers.map(({ name }) => name));
  const of = (part: string) => names.flat().filter((name) => name.includes(part)).length;
  expect([names.length, names.flat().length]).toEqual([1, 7]);
  expect([of('k8s-lb-'), of('-server-'), of('-agent-')]).toEqual([1, 3, 3]);
});

test('a tenant of the plan has limits and quotas, a network, groups with rules, a load balancer and nodes (S0-309, S0-318, S0-320, S0-322, S0-324, S0-327, S0-350, S0-352, S0-353)', async () => {
  await stock.change({ node_network_supernet: '10.64.7.0/24', management_cidrs: ['192.0.2.0/24'] });
  const { objects } = planOf.parse((await stock.plan()).body);
  const cluster = 'k8s-prod-{number}';
  expect(objects).toMatchObject({
    vm_project: { name: expect.stringMatching(/ \/ prod$/), slug: expect.stringMatching(/-\{number\}$/) },
    rancher: { cluster: { name: cluster, kubernetes_version: 'v1.31.7+rke2r1' } },
  });
  const [tenant, ...others] = objects.tenants;
  expect(others).toEqual([]);
  expect(tenant).toMatchObject({
    tenant_name: expect.stringMatching(/^os-tenant-.+-\{number\}-az1$/),
    infrastructure: {
      limits: { cores: 18, ram: 36_864, storage: 450_560 },
      quotas: { instances: 6, networks: 1, routers: 1, security_groups: 3, floating_ips: 1, volumes: 8 },
      network: {
        ...{ cidr: '10.64.7.0/24', gateway_ip: '10.64.7.1' },
        allocation_pool: { start: '10.64.7.11', end: '10.64.7.200' },
      },
      security_groups: [
        { name: 'default', rules: [] },
        {
          name: 'k8s_admin',
          rules: [
            { protocol: 'tcp', from_port: 22, to_port: 22, cidr: '192.0.2.0/24' },
            { from_port: 6443, cidr: '192.0.2.0/24' },
            { from_port: 6443, cidr: '10.64.7.0/24' },
          ],
        },
        { name: 'k8s_public', rules: [{ from_port: 80 }, { from_port: 443 }] },
      ],
      server_groups: [{ name: `${cluster}-server` }, { name: `${cluster}-agent` }],
    },
  });
  const node = (role: string, number: number) => `${cluster}-rancher-node-${role}-${number}`;
  expect(tenant?.servers.map(({ name }) => name)).toEqual([
    'k8s-lb-prod-{number}',
    ...[1, 2, 3].map((number) => node('server', number)),
    ...[1, 2].map((number) => node('agent', number)),
  ]);
  expect(tenant?.ports[0]).toMatchObject({
    ...{ name: 'k8s-lb-prod-{number}.{cluster_uuid}', ip_address: '10.64.7.10' },
    security_group_ids: ['{default_id}', '{k8s_admin_id}', '{k8s_public_id}'],
  });
  expect(tenant?.floating_ips).toMatchObject([{ port: 'k8s-lb-prod-{number}.{cluster_uuid}' }]);
});

test('a tried order is answered with everything that is wrong with it at once, and with what it would make all the same', async () => {
  await stock.place();
  await stock.resell({ managed_rancher_tenant_max_cpu: 1 });
  const answer = await stock.plan();
  expect(answer.body).toMatchObject({
    valid: false,
    errors: [
      {
        non_field_errors: ['The requested total cores limit 18 cores exceeds the maximum allowed 1 cores for tenants.'],
      },
      { non_field_errors: ['Name is not unique.'] },
    ],
    objects: { tenants: [{ infrastructure: { limits: { cores: 18 } } }] },
  });
});

test('a tried order that is too wrong for a plan has the errors only', async () => {
  const nowhere = aUuid();
  const missing = { ssh_public_key: ['Invalid hyperlink - Object does not exist.'] };
  const unavailable = { [CLOUDS]: [`These OpenStack offerings are not available: ${nowhere}`] };
  const odd = { [CLOUDS]: ['Number of selected OpenStack offerings should be odd (1, 3, 5)'] };
  const longhorn = { worker_nodes_longhorn_volume_size: ['This field is required.'] };
  const fields = { ssh_public_key: aUuid(), [CLOUDS]: [...zones(), nowhere], install_longhorn: true };
  expect((await stock.plan(fields)).body).toEqual({
    ...{
      valid: false,
      hints: [],
      objects: null,
      cluster_api: null,
      project: null,
      estimate: null,
      errors: [missing, longhorn, unavailable, odd],
    },
  });
  expect((await stock.plan({ nodes: [] })).body).toMatchObject({ valid: false, objects: null });
  expect((await stock.plan({ worker_nodes_flavor_name: 'huge' })).body).toEqual({
    ...{ valid: false, hints: [], objects: null, cluster_api: null, project: null, estimate: null },
    errors: [{ worker_nodes_flavor_name: [`Flavor is not available in OpenStack offering '${zones()[0]}': huge`] }],
  });
});

test('an offering’s other releases of Kubernetes can be chosen', async () => {
  const [own, other] = ['v1.31.7+rke2r1', 'v1.32.3+rke2r1'];
  await stock.resell({ kubernetes_versions: [own, other] });
  expect((await stock.plan({ kubernetes_version: other })).body).toMatchObject({
    objects: { rancher: { cluster: { kubernetes_version: other } } },
  });
  const { clusterUuid } = await stock.place({ kubernetes_version: other });
  expect((await market.store.clusters.get(clusterUuid)).kubernetesVersion).toBe(other);
  expect((await stock.plan({ name: 'other', kubernetes_version: 'v1.2.3+rke2r1' })).body).toMatchObject({
    ...{ valid: false, errors: [{ kubernetes_version: [expect.stringContaining(`${own}, ${other}`)] }] },
  });
});

test('trying an order names what is wrong with the choice and with the clouds at once', async () => {
  const bad = { colour: 'red', install_longhorn: true, worker_nodes_flavor_name: 'huge', kubernetes_version: 'v1.2.3' };
  const { body } = await stock.plan(bad);
  expect(body).toMatchObject({
    ...{ valid: false, objects: null },
    errors: [
      { colour: [expect.stringContaining('Unknown attribute.')] },
      { worker_nodes_longhorn_volume_size: ['This field is required.'] },
      { worker_nodes_flavor_name: [expect.stringContaining('Flavor is not available')] },
      { kubernetes_version: [expect.stringContaining('is not offered')] },
    ],
  });
});
