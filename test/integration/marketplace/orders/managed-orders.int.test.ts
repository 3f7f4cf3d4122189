import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { aUuid } from '#test/builders/builders';
import type { Answered } from '#test/integration/_worlds/api-under-test';
import type { ManagedStock } from '#test/integration/_worlds/managed-stock';
import { managedStockPerTest } from '#test/integration/_worlds/managed-stock';
import type { Cloud, Market } from '#test/integration/_worlds/market';
import { ADA_KEY } from '#test/ssh-keys';

let cloud: Cloud;
let market: Market;
let stock: ManagedStock;
let site: SiteSettings;
managedStockPerTest((opened) => {
  ({ cloud, market, stock, site } = opened);
});

const required = ['This field is required.'];
const CLOUDS = 'openstack_offering_uuid_list';
const zones = () => stock.zones.map(({ uuid }) => uuid);
const zone = (index = 0) => zones()[index] ?? '';
const dashed = (uuid: string) => uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const expectRefused: ManagedStock['expectRefused'] = (...given) => stock.expectRefused(...given);
const attributes = z.object({ attributes: z.looseObject({}) });
const attributesOf = ({ body }: Answered) => attributes.parse(body).attributes;
const shown = async (path: string) => (await market.ask('GET', path, market.people.owner)).body;

describe('the attributes of a managed order', () => {
  test('are read back as they were ordered, sizes in MB (S0-243, S0-244, S0-245, S0-246, S0-247, S0-248, S0-249, S0-250, S0-251, R-9-103)', async () => {
    const given = {
      ...{ name: 'Größe XL / prod', description: 'for all', [CLOUDS]: zones(), install_longhorn: true },
      ...{ worker_nodes_count: 2, worker_nodes_flavor_name: 'm1.medium', worker_nodes_data_volume_size: 25_600 },
      ...{ worker_nodes_data_volume_type_name: 'ssd', worker_nodes_longhorn_volume_size: 51_200 },
      ...{ worker_nodes_longhorn_volume_type_name: 'hdd', ssh_public_key: ADA_KEY },
      management_cidrs: ['198.51.100.0/24'],
    };
    const { answer, uuid } = await stock.place(given);
    expect(attributesOf(answer)).toEqual(given);
    expect(await shown(`marketplace-orders/${uuid}/`)).toMatchObject({ attributes: given });
  });

  test('that are needed are named when they are missing (S0-243, S0-244, S0-245, S0-246)', async () => {
    const [name, worker_nodes_count, worker_nodes_flavor_name, worker_nodes_data_volume_size] =
      Array(4).fill(undefined);
    await expectRefused(
      { name, worker_nodes_count, worker_nodes_flavor_name, worker_nodes_data_volume_size },
      {
        ...{ name: required, worker_nodes_count: required, worker_nodes_flavor_name: required },
        worker_nodes_data_volume_size: required,
      },
    );
  });

  test('are as few as they may be (S0-247, S0-249, S0-251)', async () => {
    const { answer } = await stock.place({ worker_nodes_count: 0, worker_nodes_data_volume_size: 0 });
    expect(attributesOf(answer)).toEqual({
      ...{ name: 'prod', description: '', [CLOUDS]: [zone()], install_longhorn: false },
      ...{ worker_nodes_count: 0, worker_nodes_flavor_name: 'm1.medium', worker_nodes_data_volume_size: 0 },
    });
  });

  test('that are mistyped, or a self-managed order’s, are refused, and the other way round (S0-010)', async () => {
    const managedOnly = 'Only managed clusters have this attribute.';
    const selfManagedOnly = 'Only self-managed clusters have this attribute.';
    await expectRefused(
      { worker_node_count: 2, nodes: [], tenant: zone() },
      {
        worker_node_count: ['Unknown attribute. Did you mean "worker_nodes_count"?'],
        ...{ nodes: [selfManagedOnly], tenant: [selfManagedOnly] },
      },
    );
    await stock.resell({ deployment_mode: 'self_managed' });
    await expectRefused({}, { nodes: required, worker_nodes_count: [managedOnly], [CLOUDS]: [managedOnly] });
  });

  test('may stand beside offering, project and plan (S0-059)', async () => {
    const { attributes: beside, ...references } = stock.order();
    const body = { ...references, ...beside };
    const answer = await market.ask('POST', 'rancher-clusters/', { ...market.people.owner, body });
    expect(answer).toMatchObject({ status: 201, body: { name: 'k8s-prod-1', state: 'CREATION_SCHEDULED' } });
    const wrong = { ...body, worker_nodes: 3 };
    expect(await market.ask('POST', 'rancher-clusters/', { ...market.people.owner, body: wrong })).toMatchObject({
      status: 400,
      body: { worker_nodes: ['Unknown attribute. Did you mean "worker_nodes_count"?'] },
    });
  });
});

describe('Longhorn', () => {
  test.each([[undefined], [null]])('needs the size of its volume, which is not %j (S0-250)', async (size) => {
    const fields = { install_longhorn: true, worker_nodes_longhorn_volume_size: size };
    await expectRefused(fields, { worker_nodes_longhorn_volume_size: required });
  });

  test('does not do with a volume of no size (S0-250)', async () => {
    const fields = { install_longhorn: true, worker_nodes_longhorn_volume_size: 0 };
    const body = { worker_nodes_longhorn_volume_size: ['Ensure this value is greater than or equal to 1.'] };
    await expectRefused(fields, body);
  });
});

describe('the clouds of a managed order', () => {
  const odd = { [CLOUDS]: ['Number of selected OpenStack offerings should be odd (1, 3, 5)'] };

  test('are an odd number of distinct ones, in whichever form they are named (S0-248, S0-297, S0-312, R-9-89)', async () => {
    const [first, second, third] = zones();
    await expectRefused({ [CLOUDS]: [first, second] }, odd);
    await expectRefused({ [CLOUDS]: [first, second, dashed(first ?? '')] }, odd);
    const once = await stock.place({ name: 'one', [CLOUDS]: [first, dashed(first ?? ''), stock.zones[0]?.url] });
    expect(attributesOf(once.answer)).toMatchObject({ [CLOUDS]: [first] });
    const three = await stock.place({ name: 'three', [CLOUDS]: [third, second, first] });
    expect(attributesOf(three.answer)).toMatchObject({ [CLOUDS]: [third, second, first] });
  });

  test.each([[undefined], [[]]])('are at least one: %j is refused (S0-248)', async (list) => {
    await expectRefused({ [CLOUDS]: list }, { [CLOUDS]: ['Please select at least one OpenStack offering.'] });
  });

  test('are among those of the offering, which is looked at before they are counted (S0-004, S0-226, S0-298, R-9-95)', async () => {
    const nowhere = aUuid();
    const body = { [CLOUDS]: [`These OpenStack offerings are not available: ${nowhere}`] };
    await expectRefused({ [CLOUDS]: [zone(), nowhere] }, body);
    await market.ask('POST', `marketplace-provider-offerings/${zone()}/pause/`, market.people.staff);
    await expectRefused({}, { [CLOUDS]: [`These OpenStack offerings are not available: ${zone()}`] });
  });

  test('may be eleven, and no more', async () => {
    const more: string[] = [];
    for (let number = 4; number <= 13; number += 1) more.push((await stock.sellCloud(`AZ ${number}`)).uuid);
    const all = [...zones(), ...more];
    await stock.resell({ openstack_offering_uuid_list: all });
    await expectRefused({ [CLOUDS]: all }, { [CLOUDS]: ['At most 11 OpenStack offerings can be selected.'] });
    const headers = { 'Idempotency-Key': 'k-1' };
    const body = stock.order({ [CLOUDS]: all.slice(0, 11) });
    expect(await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body, headers })).toMatchObject({
      status: 201,
    });
    const { customerUuid } = market;
    for (const _ of [2, 3, 4]) {
      await market.person({}, { role: 'CUSTOMER.OWNER', scopeType: 'customer', scopeUuid: customerUuid, customerUuid });
    }
    const member = { ...market.people.member, headers: { 'Idempotency-Key': 'k-2' } };
    const another = stock.order({ [CLOUDS]: all.slice(0, 11), name: 'another' });
    expect(await market.ask('POST', 'marketplace-orders/', { ...member, body: another })).toMatchObject({
      ...{ status: 201, body: { state: 'pending-consumer' } },
    });
  });

  test('that cannot be asked are named, with why (S0-308)', async () => {
    const closed = await stock.settingsOf('OpenStack', 'closed', {
      ...{ backend_url: 'http://127.0.0.1:9/v3', username: 'admin', password: 'secret' },
    });
    const dead = await stock.sellCloud('AZ 4', closed);
    await stock.resell({ openstack_offering_uuid_list: [...zones(), dead.uuid] });
    const before = await stock.written();
    const detail = `OpenStack offering AZ 4 (${dead.uuid}) cannot be checked: its cloud does not answer.`;
    const fields = { [CLOUDS]: [zone(), zone(1), dead.uuid] };
    const answer = await stock.ask(fields);
    expect(answer).toMatchObject({ status: 503, body: { detail }, headers: { 'retry-after': '5' } });
    expect(await stock.written()).toEqual(before);
    expect((await stock.plan(fields)).body).toEqual({
      valid: false,
      hints: [],
      errors: [{ detail }],
      objects: null,
      cluster_api: null,
      project: null,
      estimate: null,
    });
  });

  test('that refuse the provider’s account are named without a word of it', async () => {
    await cloud.simulator.plan({ kind: 'status', status: 401, path: '/flavors/detail' });
    const answer = await stock.ask().finally(() => cloud.simulator.clearFaults());
    const why = 'its cloud rejects the provider’s account.';
    const detail = `OpenStack offering AZ 1 (${zone()}) cannot be checked: ${why}`;
    expect(answer).toMatchObject({ status: 502, body: { detail } });
  });
});

test('checks run in the order of the specification, and the first that fails is answered', async () => {
  await stock.place();
  await stock.resell({ managed_rancher_server_flavor_name: 'huge', managed_rancher_tenant_max_cpu: 1 });
  site.readOnlyMode = true;
  const nowhere = aUuid();
  const steps: [object, object | string[]][] = [
    [{ worker_nodes_count: 'x', [CLOUDS]: [zone(), nowhere] }, ['Rancher integration is in read-only mode.']],
    [
      { worker_nodes_count: 'x', [CLOUDS]: [zone(), nowhere] },
      { worker_nodes_count: ['A valid integer is required.'] },
    ],
    [{ [CLOUDS]: [zone(), nowhere] }, { [CLOUDS]: [`These OpenStack offerings are not available: ${nowhere}`] }],
    [{ [CLOUDS]: zones().slice(0, 2) }, { [CLOUDS]: [expect.stringContaining('should be odd')] }],
    [{}, { [CLOUDS]: [expect.stringContaining('Flavor is not available')] }],
  ];
  for (const [fields, body] of steps) {
    await expectRefused(fields, body);
    site.readOnlyMode = false;
  }
  await stock.resell({ managed_rancher_tenant_max_cpu: 1 });
  await expectRefused({}, { non_field_errors: [expect.stringContaining('total cores limit')] });
  await stock.resell({});
  await expectRefused({}, { non_field_errors: ['Name is not unique.'] });
});

test('a site that injects no keys and makes no data volumes drops them from managed orders too (S0-177, S0-178)', async () => {
  site.disableSshKeyInjection = true;
  site.disableDataVolumeCreation = true;
  const { answer } = await stock.place({
    ...{ ssh_public_key: ADA_KEY, install_longhorn: true, worker_nodes_longhorn_volume_size: 10_240 },
    worker_nodes_data_volume_type_name: 'ssd',
  });
  const { name: _, description: __, ...left } = attributesOf(answer);
  expect(left).toEqual({
    ...{ [CLOUDS]: [zone()], worker_nodes_count: 2, worker_nodes_flavor_name: 'm1.medium' },
    ...{ worker_nodes_data_volume_size: 0, install_longhorn: true },
  });
});

test('the example of the seed is read in MB and GB: 3 workers, 100 GB of data, 200 GB of Longhorn (S0-309, S0-310, S0-311, S0-312)', async () => {
  await stock.resell({
    ...{ managed_rancher_server_flavor_name: 'm1.large', managed_rancher_server_system_volume_size_gb: 80 },
    ...{ managed_rancher_worker_system_volume_size_gb: 40, managed_rancher_load_balancer_flavor_name: 'm1.medium' },
  });
  const fields = {
    ...{ worker_nodes_count: 3, worker_nodes_data_volume_size: 102_400, install_longhorn: true },
    worker_nodes_longhorn_volume_size: 204_800,
  };
  const example = { ...fields, [CLOUDS]: zones().slice(0, 2) };
  await expectRefused(example, { [CLOUDS]: [expect.stringContaining('should be odd')] });
  await stock.place(fields);
  const [balancer, server, worker, longhorn] = [20, 80, [40, 100, 200], 3];
  const volumes = z.object({
    objects: z.object({ tenants: z.array(z.object({ volumes: z.array(z.object({ size: z.number() })) })) }),
  });
  const planned = volumes.parse((await stock.plan({ ...fields, name: 'again' })).body).objects.tenants[0]?.volumes;
  expect(planned?.map(({ size }) => size)).toEqual([
    ...[balancer, server, server, server],
    ...Array.from({ length: longhorn }, () => worker).flat(),
  ]);
});
