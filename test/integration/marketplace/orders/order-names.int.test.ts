import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aProject } from '#test/builders/builders';
import { type Market, type Stocked, stockedMarketPerTest } from '#test/integration/_worlds/market';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});

const things = z.array(z.looseObject({ uuid: z.string(), name: z.string() }));
const inTenant = async (kind: string) =>
  things.parse((await market.ask('GET', `openstack-tenants/${stocked.tenant}/${kind}/`, market.people.owner)).body);
const placed = z.object({
  project_name: z.string(),
  attributes: z.object({ tenant: z.string(), nodes: z.array(z.looseObject({})) }),
});
let names: { subnet: string; flavor: string; project: string };
let uuids: { subnet: string; flavor: string };
beforeEach(async () => {
  const [subnet] = await inTenant('subnets');
  const flavor = (await inTenant('flavors')).find(({ name }) => name === 'm1.medium');
  const project = await market.store.projects.get(market.projectUuid);
  if (!subnet || !flavor) throw new Error('the cloud has neither subnet nor flavor');
  names = { subnet: subnet.name, flavor: flavor.name, project: project.name };
  uuids = { subnet: subnet.uuid, flavor: flavor.uuid };
});
const byNames = (node: object = {}, attributes: object = {}, head: object = {}) => ({
  ...{ offering: 'Kubernetes', plan: 'Default', project: names.project },
  attributes: {
    ...{ name: 'my-cluster', tenant: 'tenant-1' },
    nodes: ['server', 'agent'].map((role) => ({ role, subnet: names.subnet, flavor: names.flavor, ...node })),
    ...attributes,
  },
  ...head,
});
const order = (body: object, person = market.people.owner) =>
  market.ask('POST', 'marketplace-orders/', { ...person, body });

describe('an order by names', () => {
  test('is the same as by uuids: offering, plan, project, tenant, subnet, flavor and group', async () => {
    const [group] = await inTenant('security-groups');
    const answer = await order(byNames({}, { security_groups: [group?.name] }));
    expect(answer).toMatchObject({ status: 201, body: { attributes: { security_groups: [group?.uuid] } } });
    const { attributes, project_name } = placed.parse(answer.body);
    expect([project_name, attributes.tenant]).toEqual([names.project, stocked.tenant]);
    expect(attributes.nodes).toMatchObject([uuids, uuids]);
  });

  test('leaves out the tenant and the subnet of which there is only one', async () => {
    const body = byNames({ subnet: undefined }, { tenant: undefined });
    expect(placed.parse((await order(body)).body).attributes).toMatchObject({
      ...{ tenant: stocked.tenant, nodes: [{ subnet: uuids.subnet }, { subnet: uuids.subnet }] },
    });
  });

  test('goes by the dry run and by rancher-clusters, too', async () => {
    const asked = { ...market.people.owner, body: byNames() };
    expect((await market.ask('POST', 'marketplace-orders/plan/', asked)).body).toMatchObject({ valid: true });
    const { attributes, ...head } = byNames();
    const flat = { ...market.people.owner, body: { ...head, ...attributes } };
    expect((await market.ask('POST', 'rancher-clusters/', flat)).status).toBe(201);
  });

  test('names each mistake at once, with the nearest name', async () => {
    const body = byNames({
      flavor: 'm1.mediun',
      data_volumes: [{ size: 1024, mount_point: '/a', volume_type: 'nvme' }],
    });
    const none = 'Invalid hyperlink - No URL match. There is no';
    const node = {
      flavor: [`${none} flavor called "m1.mediun". Did you mean "m1.medium"?`],
      data_volumes: [{ volume_type: [expect.stringContaining(`${none} volume type called "nvme".`)] }],
    };
    expect(await order({ ...body, plan: 'Defautl' })).toMatchObject({
      ...{
        status: 400,
        body: { plan: [`${none} plan called "Defautl". Did you mean "Default"?`], nodes: [node, node] },
      },
    });
  });

  test('says so where several have the name', async () => {
    const { customerUuid } = market;
    const own = await market.store.projects.get(market.projectUuid);
    const twin = aProject({ name: own.name, customerUuid, customerName: own.customerName });
    await market.store.commit(market.store.projects.insert(twin));
    expect(await order(byNames())).toMatchObject({
      ...{ status: 400, body: { project: [`2 objects have the name "${own.name}": give the uuid of the project.`] } },
    });
  });

  test('finds nothing that the caller does not see', async () => {
    const { outsider } = market.people;
    expect(await order(byNames(), outsider)).toMatchObject({
      ...{
        status: 400,
        body: { project: [`Invalid hyperlink - No URL match. There is no project called "${names.project}".`] },
      },
    });
    const hidden = { ...outsider, body: byNames({}, {}, { project: market.projectUuid }) };
    const { status, text } = await market.ask('POST', 'marketplace-orders/', hidden);
    expect(status).toBe(400);
    expect(text).not.toContain('There is no flavor');
  });

  test('that was placed is answered again by its key, though its names mean nothing any more', async () => {
    const headers = { 'Idempotency-Key': 'k-1' };
    const asked = { ...market.people.owner, body: byNames(), headers };
    const first = await market.ask('POST', 'marketplace-orders/', asked);
    const own = await market.store.projects.get(market.projectUuid);
    const twin = aProject({ name: own.name, customerUuid: own.customerUuid, customerName: own.customerName });
    await market.store.commit(market.store.projects.insert(twin));
    const again = await market.ask('POST', 'marketplace-orders/', asked);
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
  });
});
