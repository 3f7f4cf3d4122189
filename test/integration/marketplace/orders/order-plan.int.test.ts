import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { allRows } from '#test/integration/_worlds/all-rows';
import type { Person } from '#test/integration/_worlds/api-under-test';
import { type Cloud, type Market, type Stocked, stockedMarketPerTest } from '#test/integration/_worlds/market';
import { ADA_KEY } from '#test/ssh-keys';

let cloud: Cloud;
let market: Market;
let stocked: Stocked;
let site: SiteSettings;
stockedMarketPerTest((opened) => {
  ({ cloud, market, stocked, site } = opened);
});

const withNodes = z.object({ nodes: z.array(z.looseObject({})) });
const try_ = (body: object, person: Person = market.people.owner) =>
  market.ask('POST', 'marketplace-orders/plan/', { ...person, body });
const MISSING = ['Invalid hyperlink - Object does not exist.'];

/** Write requests to the cloud. Logins are not included. */
async function writesAtTheCloud(): Promise<unknown[]> {
  const rows = z.array(z.object({ method: z.string(), path: z.string() }));
  const asked = rows.parse(await (await fetch(`${cloud.simulator.url}/_sim/requests`)).json());
  return asked.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/auth/tokens'));
}

describe('trying an order', () => {
  test('shows what it would make, and writes nothing anywhere', async () => {
    const [before, writes] = [await allRows(market), await writesAtTheCloud()];
    const answer = await try_(stocked.order());
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...{ valid: true, errors: [] },
        objects: {
          rancher: { cluster: { name: 'my-cluster', kubernetes_version: 'v1.31.7+rke2r1' }, registry_secret: null },
          ...{ vault: null, argocd: null },
          tenants: [
            {
              tenant_uuid: stocked.tenant,
              ports: [
                { name: 'my-cluster-rancher-node-server-1.{cluster_uuid}' },
                { name: 'my-cluster-rancher-node-agent-1.{cluster_uuid}' },
              ],
              servers: [{ name: 'my-cluster-rancher-node-server-1' }, { name: 'my-cluster-rancher-node-agent-1' }],
              volumes: [{ size: 64, mount_point: null }, { size: 64 }],
              floating_ips: [],
            },
          ],
        },
      },
    });
    expect(await allRows(market)).toEqual(before);
    expect(await writesAtTheCloud()).toEqual(writes);
    expect((await stocked.place()).answer.status).toBe(201);
  });

  test('warns of a single server, and not of three; neither keeps the order out (S0-385)', async () => {
    const { nodes } = withNodes.parse(stocked.order().attributes);
    const [server, agent] = nodes;
    const one = await try_(stocked.order());
    const hint = expect.stringContaining('3 servers are recommended for high availability');
    expect(one.body).toMatchObject({ valid: true, hints: [hint] });
    const three = await try_(stocked.order({ nodes: [server, server, server, agent] }));
    expect(three.body).toMatchObject({ hints: [] });
  });

  test('names everything that is wrong with it at once, in the order of the checks', async () => {
    await stocked.place();
    const { nodes } = withNodes.parse(stocked.order().attributes);
    const [server] = nodes;
    const strange = 'f'.repeat(32);
    const bad = [
      server,
      { ...server, flavor: strange },
      { ...server, subnet: strange, system_volume_size: 10 },
      server,
    ];
    site.readOnlyMode = true;
    await market.ask('POST', `marketplace-provider-offerings/${stocked.offering.uuid}/pause/`, market.people.staff);
    const { body } = await try_(stocked.order({ nodes: bad, vm_project: strange }));
    expect(body).toEqual({
      valid: false,
      hints: [],
      estimate: null,
      errors: [
        { offering: ['Offering is not available.'] },
        { non_field_errors: ['Rancher integration is in read-only mode.'] },
        {
          nodes: [
            'Total count of server nodes must be 1, 3 or 5. You have got 4 servers and 0 agents.',
            'Count of agent nodes must be min 1.',
          ],
        },
        { non_field_errors: ['Name is not unique.'] },
        { vm_project: MISSING },
        {
          nodes: [
            {},
            { flavor: [`Flavor ${strange} is not visible in tenant tenant-1.`] },
            {
              subnet: [`Subnet ${strange} should belong to the same tenant tenant-1.`],
              system_volume_size: ['Ensure this value is greater than or equal to 65536 MB.'],
            },
            {},
          ],
        },
      ],
      objects: null,
      cluster_api: null,
      project: null,
    });
  });

  test('over the tenant’s quota says so, and still what it would make (S0-006)', async () => {
    const { nodes } = withNodes.parse(stocked.order().attributes);
    const many = [nodes[0], ...Array.from({ length: 30 }, () => nodes[1])];
    const plan = z.object({ valid: z.boolean(), errors: z.array(z.unknown()), objects: z.unknown() });
    const { valid, errors, objects } = plan.parse((await try_(stocked.order({ nodes: many }))).body);
    expect(valid).toBe(false);
    expect(JSON.stringify(errors)).toMatch(/\\"cores\\" quota is over limit/);
    expect(objects).toMatchObject({ tenants: [{ servers: { length: 31 } }] });
  });

  test('with attributes that cannot be read says which, and what else is wrong', async () => {
    const { nodes } = withNodes.parse(stocked.order().attributes);
    const strange = 'f'.repeat(32);
    const bad = { name: 'Not A Name', colour: 'red', kubernetes_version: 'v1.2.3+rke2r1', vm_project: strange };
    const { body } = await try_(stocked.order({ ...bad, nodes: [nodes[0], { ...nodes[1], flavor: strange }] }));
    expect(body).toMatchObject({
      ...{ valid: false, objects: null },
      errors: [
        {
          name: [expect.stringContaining('Name must consist of')],
          colour: [expect.stringContaining('Unknown attribute.')],
        },
        { vm_project: MISSING },
        { kubernetes_version: [expect.stringContaining('is not offered')] },
        { nodes: [{}, { flavor: [`Flavor ${strange} is not visible in tenant tenant-1.`] }] },
      ],
    });
  });

  test('with attributes of which too little can be read says which', async () => {
    const { body } = await try_({ ...stocked.order(), attributes: { nmae: 'x', nodes: [{}] } });
    expect(body).toEqual({
      valid: false,
      hints: [],
      estimate: null,
      errors: [
        {
          ...{ nmae: ['Unknown attribute. Did you mean "name"?'], name: ['This field is required.'] },
          nodes: [{ role: ['This field is required.'] }],
        },
      ],
      objects: null,
      cluster_api: null,
      project: null,
    });
  });

  test('with a name that Rancher keeps for itself says so', async () => {
    const { body } = await try_(stocked.order({ name: 'c-abcde' }));
    const name = [expect.stringContaining('Rancher reserves these names')];
    expect(body).toMatchObject({ valid: false, errors: [{ name }] });
  });

  test('with a key or tenant that is not the caller’s to use says so', async () => {
    const { uuid } = await market.create('keys/', market.people.staff, {
      ...{ name: 'x', public_key: ADA_KEY },
    });
    const { body } = await try_(stocked.order({ ssh_public_key: uuid, tenant: uuid }));
    expect(body).toMatchObject({ errors: [{ ssh_public_key: MISSING }, { tenant: MISSING }], objects: null });
  });

  test('is for whoever may place it', async () => {
    const { member, manager, outsider } = market.people;
    for (const person of [member, manager]) expect((await try_(stocked.order(), person)).status).toBe(200);
    expect(await try_(stocked.order(), outsider)).toMatchObject({ status: 400, body: { project: MISSING } });
    const support = await market.person({ isSupport: true });
    expect((await try_(stocked.order(), support)).status).toBe(403);
    expect(await market.statusOf('GET', 'marketplace-orders/plan/')).toBe(405);
  });

  test('needs to say what is ordered', async () => {
    expect(await try_({})).toMatchObject({
      ...{ status: 400, body: { offering: ['This field is required.'], project: ['This field is required.'] } },
    });
    expect(await try_({ ...stocked.order(), offering: 'f'.repeat(32) })).toMatchObject({
      ...{ status: 400, body: { offering: MISSING } },
    });
  });

  test('cannot be done while the cloud does not answer', async () => {
    await cloud.simulator.plan({ kind: 'status', status: 503, path: '/flavors/detail', nth: 1 });
    expect((await try_(stocked.order())).status).toBe(503);
    await cloud.simulator.clearFaults();
  });
});
