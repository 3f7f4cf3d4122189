import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ORIGIN } from '#test/integration/_worlds/api-under-test';
import { type Cloud, type Market, type Stocked, stockedMarketPerTest } from '#test/integration/_worlds/market';

let market: Market;
let cloud: Cloud;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ cloud, market, stocked } = opened);
});

const NODE = { min_vcpu: 2, min_ram: 4, system_volume_size: 80, preferred_volume_type: '' };
const SMALL = {
  name: 'Small',
  description: 'For a try.',
  nodes: [
    { ...NODE, role: 'server' },
    { ...NODE, role: 'agent', min_ram: 8 },
  ],
};
const create = (body: object = SMALL) => market.create('rancher-cluster-templates/', market.people.staff, body);
const ask = (method: string, path: string, asked: object) =>
  market.ask(method, `rancher-cluster-templates/${path}`, asked);

describe('a cluster template', () => {
  test('is shown to everybody with its nodes, alone and in the list (S0-048, S0-049, S0-079)', async () => {
    const { uuid } = await create();
    const shown = { ...SMALL, uuid, url: `${ORIGIN}/api/rancher-cluster-templates/${uuid}/` };
    expect((await ask('GET', '', market.people.outsider)).body).toEqual([expect.objectContaining(shown)]);
    expect((await ask('GET', `${uuid}/`, market.people.outsider)).body).toMatchObject(shown);
    expect((await ask('GET', '?name=big', market.people.outsider)).body).toEqual([]);
  });

  test('is changed and deleted by staff, and by nobody else', async () => {
    const { uuid } = await create();
    const { owner, staff } = market.people;
    const body = { name: 'Smaller' };
    expect(await ask('PATCH', `${uuid}/`, { ...owner, body })).toMatchObject({ status: 403 });
    expect(await ask('PATCH', `${uuid}/`, { ...staff, body })).toMatchObject({
      status: 200,
      body: { name: 'Smaller', description: 'For a try.', nodes: SMALL.nodes },
    });
    expect(await ask('DELETE', `${uuid}/`, owner)).toMatchObject({ status: 403 });
    expect(await ask('DELETE', `${uuid}/`, staff)).toMatchObject({ status: 204 });
    expect(await ask('GET', `${uuid}/`, staff)).toMatchObject({ status: 404 });
  });

  test('that has no nodes, or one with a mistake, is refused by the name of the field', async () => {
    const refused = async (nodes: object[]) =>
      (await ask('POST', '', { ...market.people.staff, body: { ...SMALL, nodes } })).body;
    expect(await refused([])).toHaveProperty('nodes');
    expect(await refused([{ ...NODE, role: 'worker' }])).toMatchObject({ nodes: [{ role: [expect.anything()] }] });
    expect(await refused([{ ...NODE, role: 'agent', min_ram: 0 }])).toMatchObject({
      nodes: [{ min_ram: [expect.anything()] }],
    });
    expect(await refused([{ ...NODE, role: 'agent', minram: 4 }])).toMatchObject({
      nodes: [{ minram: [expect.stringContaining('min_ram')] }],
    });
  });
});

const usual = z.looseObject({ nodes: z.array(z.looseObject({ subnet: z.string() })) });
const ordered = z.object({ attributes: z.looseObject({ nodes: z.array(z.looseObject({})) }) });
const planned = z.object({
  errors: z.array(z.unknown()),
  objects: z.object({ tenants: z.array(z.object({ servers: z.array(z.looseObject({})) })) }).nullable(),
});

describe('an order with a cluster template', () => {
  const orderWith = (attributes: object) => {
    const order = stocked.order();
    const { nodes, ...rest } = usual.parse(order.attributes);
    return { ...order, attributes: { ...rest, subnet: nodes[0]?.subnet, ...attributes } };
  };
  const order = (attributes: object) =>
    market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body: orderWith(attributes) });

  test('has the template’s nodes, which later changes of it leave alone (S0-079)', async () => {
    const { uuid, url } = await create();
    const { status, body } = await order({ cluster_template: url });
    expect(status).toBe(201);
    const nodes = [
      { role: 'server', cpu: 2, memory: 4096, system_volume_size: 81_920 },
      { role: 'agent', cpu: 2, memory: 8192, system_volume_size: 81_920 },
    ];
    expect(body).toMatchObject({ attributes: { cluster_template: uuid, nodes } });
    await ask('DELETE', `${uuid}/`, market.people.staff);
    const { uuid: orderUuid } = z.object({ uuid: z.string() }).parse(body);
    const later = await market.ask('GET', `marketplace-orders/${orderUuid}/`, market.people.owner);
    expect(ordered.parse(later.body).attributes.nodes).toMatchObject(nodes);
  });

  test('has its own nodes where it lists some of the role', async () => {
    const { uuid } = await create();
    const [, agent] = usual.parse(stocked.order().attributes).nodes;
    const { body } = await order({ cluster_template: uuid, nodes: [agent, agent] });
    const roles = ordered.parse(body).attributes.nodes.map(({ role }) => role);
    expect(roles).toEqual(['agent', 'agent', 'server']);
  });

  test('is planned with it, in the smallest flavors that are large enough', async () => {
    const { uuid } = await create();
    const asked = { ...market.people.owner, body: orderWith({ cluster_template: uuid }) };
    const { body } = await market.ask('POST', 'marketplace-orders/plan/', asked);
    const { errors, objects } = planned.parse(body);
    expect(errors).toEqual([]);
    expect(objects?.tenants[0]?.servers).toMatchObject([
      { role: 'server', flavor_name: 'm1.medium' },
      { role: 'agent', flavor_name: 'm1.large' },
    ]);
  });

  test('that does not exist, or without a subnet for its nodes, is refused by the name of the field', async () => {
    const { uuid } = await create();
    const missing = { cluster_template: ['Invalid hyperlink - Object does not exist.'] };
    expect(await order({ cluster_template: 'f'.repeat(32) })).toMatchObject({ status: 400, body: missing });
    expect(await order({ cluster_template: uuid, subnet: null })).toMatchObject({
      status: 400,
      body: { subnet: ['The cluster template adds nodes to the order. Name a subnet for these nodes.'] },
    });
    expect(await order({ subnet: null })).toMatchObject({
      status: 400,
      body: { nodes: ['This field is required.'] },
    });
    expect(await cloud.simulator.countOf('POST', '/servers')).toBe(0);
  });

  test('is needed for a subnet beside its nodes, because nothing else looks the subnet up', async () => {
    const { nodes } = usual.parse(stocked.order().attributes);
    const refused = { status: 400, body: { subnet: [expect.stringContaining('Name a cluster template')] } };
    expect(await order({ nodes })).toMatchObject(refused);
    expect(await order({ nodes, subnet: 'f'.repeat(32) })).toMatchObject(refused);
    expect(await order({ nodes, subnet: null })).toMatchObject({ status: 201 });
  });
});
