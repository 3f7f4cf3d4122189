import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { LifecycleState } from '#shared/domain/_core/lifecycle-state';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { newNode } from '#shared/domain/nodes/node';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import { aNodeSpec, aUuid } from '#test/builders/builders';
import { ADA_KEY } from '#test/ssh-keys';
import { type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';

let opened: StockedMarket;
stockedMarketPerTest((now) => {
  opened = now;
});
const ordered = z.object({ nodes: z.array(z.object({ role: z.string(), subnet: z.string(), flavor: z.string() })) });
const orderedNodes = () => ordered.parse(opened.stocked.order().attributes).nodes;
let like: { subnet: string; flavor: string };
beforeEach(() => {
  const [first] = orderedNodes();
  like = first ?? expect.fail('nothing is ordered');
});

const PATH = 'rancher-nodes/';
const OTHER = aUuid();

async function cluster(state: LifecycleState = 'OK', fields: object = {}, roles: NodeRole[] = ['server']) {
  const { market, stocked } = opened;
  const { order } = await stocked.place(market.people.owner, fields);
  const { store, clock } = market;
  const made: Cluster = changed(await store.clusters.get(order.resource_uuid), clock.now(), {
    state,
    backendId: 'c-1',
  });
  const nodes = roles.map((role, index) => {
    const spec = aNodeSpec({ name: `my-cluster-rancher-node-${role}-${index + 1}`, role, tenantUuid: stocked.tenant });
    return newNode(made, spec, aUuid(), clock.now());
  });
  await store.commit(store.clusters.replace(made), ...nodes.map((node) => store.nodes.insert(node)));
  return {
    uuid: made.uuid,
    rows: async () => ({
      cluster: await store.clusters.get(made.uuid),
      nodes: await store.nodes.listByCluster(made.uuid),
    }),
  };
}
const ask = (body: object, person = opened.market.people.staff, key?: string) =>
  opened.market.ask('POST', PATH, {
    ...person,
    body: { ...like, role: 'agent', ...body },
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  });

describe('adding a node to a self-managed cluster', () => {
  test('is accepted at once, and carried out as in a managed one (S0-060, S0-199, S0-375, S0-377, S0-425, R-9-55, R-9-63)', async () => {
    const { uuid, rows } = await cluster();
    const answer = await ask({ cluster: uuid });
    expect(answer).toMatchObject({
      status: 201,
      body: { role: 'agent', state: 'CREATION_SCHEDULED', cluster_uuid: uuid },
    });
    const { cluster: now, nodes } = await rows();
    expect(now).toMatchObject({ state: 'OK', nodeOperations: [{ machine: 'add-node', nodeUuid: nodes[0]?.uuid }] });
    expect(nodes.map(({ spec }) => spec.name)).toContain('my-cluster-rancher-node-agent-1');
    const { operations } = await opened.market.store.outbox.listPending(10);
    expect(operations).toContainEqual(expect.objectContaining({ machine: 'add-node', clusterUuid: uuid }));
  });

  test('takes data volumes, sizes and a key as an order does (S0-376, R-9-57, R-9-65)', async () => {
    const { uuid, rows } = await cluster();
    const data_volumes = [{ size: 12_288, mount_point: '/var/lib/etcd' }];
    await ask({ cluster: uuid, data_volumes, system_volume_size: 81_920, ssh_public_key: ADA_KEY });
    const node = (await rows()).nodes.find(({ spec }) => spec.role === 'agent');
    expect(node?.spec).toMatchObject({
      ...{ dataVolumes: [{ sizeMb: 12_288, mountPoint: '/var/lib/etcd' }], systemVolumeSizeMb: 81_920 },
      sshPublicKey: ADA_KEY,
    });
  });

  test.each<[NodeRole[], string[]]>([
    [['server', 'server', 'server'], ['controlplane']],
    [
      ['server', 'server'],
      ['controlplane', 'etcd'],
    ],
  ])('gives a server a place in etcd where one has been lost: beside %o', async (roles, expected) => {
    const { uuid, rows } = await cluster('OK', {}, roles);
    await ask({ cluster: uuid, role: 'server' });
    expect((await rows()).nodes.at(-1)?.spec).toMatchObject({ role: 'server', roles: expected });
  });

  test('at the same moment as others gives each a name of its own', async () => {
    const { uuid, rows } = await cluster();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask({ cluster: uuid })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const names = (await rows()).nodes.map(({ spec }) => spec.name).filter((name) => name.includes('agent'));
    expect(names.sort()).toEqual([1, 2, 3, 4].map((index) => `my-cluster-rancher-node-agent-${index}`));
  });

  test('again with the same Idempotency-Key is the same node', async () => {
    const { uuid, rows } = await cluster();
    const { staff } = opened.market.people;
    const [first, again] = [await ask({ cluster: uuid }, staff, 'k-1'), await ask({ cluster: uuid }, staff, 'k-1')];
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect((await rows()).nodes).toHaveLength(2);
  });
});

describe('where the offering lets owners add nodes', () => {
  const allow = (owners_may_add_nodes: boolean | null) =>
    opened.market.ask('PATCH', `marketplace-provider-offerings/${opened.stocked.offering.uuid}/`, {
      ...opened.market.people.staff,
      body: { plugin_options: { owners_may_add_nodes } },
    });

  test('an owner adds one as staff does; managers, members and strangers do not', async () => {
    expect((await allow(true)).status).toBe(200);
    const { uuid, rows } = await cluster();
    const { owner, manager, member, outsider } = opened.market.people;
    for (const person of [manager, member, outsider]) {
      expect(await ask({ cluster: uuid }, person)).toMatchObject({ status: 403 });
    }
    expect(await ask({ cluster: uuid }, owner)).toMatchObject({ status: 201, body: { cluster_uuid: uuid } });
    expect((await rows()).nodes).toHaveLength(2);
    expect((await ask({ cluster: OTHER }, owner)).status).toBe(403);
    expect((await ask({ cluster: uuid, role: 'boss' }, owner)).status).toBe(400);
  });

  test('they do no longer once it is taken away', async () => {
    const { uuid } = await cluster();
    await allow(true);
    await allow(null);
    expect((await ask({ cluster: uuid }, opened.market.people.owner)).status).toBe(403);
  });
});

describe('adding a node is refused', () => {
  test('to owners where the offering does not allow it, with a sentence that says whom to ask', async () => {
    const { uuid, rows } = await cluster();
    const { customerName } = (await rows()).cluster;
    const offering = await opened.market.store.offerings.get(opened.stocked.offering.uuid);
    expect(customerName).not.toBe('');
    expect((await ask({ cluster: uuid }, opened.market.people.owner)).body).toEqual({
      detail: `Only the provider can add nodes to this cluster: ask ${offering.customerName}. The offering ${offering.name} does not allow owners to add nodes (owners_may_add_nodes).`,
    });
  });

  test('to all but staff, whatever they ask for (S0-368, S0-425, R-9-62)', async () => {
    const { uuid } = await cluster();
    const { owner, manager, member, outsider } = opened.market.people;
    for (const person of [owner, manager, member, outsider]) {
      expect((await ask({ cluster: uuid }, person)).status).toBe(403);
      expect((await ask({ cluster: 'nothing' }, person)).status).toBe(403);
    }
  });

  test.each(['CREATING', 'DELETING', 'ERRED'] as const)('while the cluster is %s (S0-378)', async (state) => {
    const { uuid } = await cluster(state);
    const body = { detail: 'Valid states for operation: OK.' };
    expect(await ask({ cluster: uuid })).toMatchObject({ status: 409, body });
  });

  test('while nothing may be changed', async () => {
    const { uuid } = await cluster();
    opened.site.readOnlyMode = true;
    expect((await ask({ cluster: uuid })).status).toBe(405);
  });

  test.each([
    [{ cluster: undefined }, { cluster: ['This field is required.'] }],
    [{ cluster: OTHER }, { cluster: ['Invalid hyperlink - Object does not exist.'] }],
    [{ role: undefined }, { role: ['This field is required.'] }],
    [{ subnet: undefined }, { subnet: ['This field is required.'] }],
    [{ subnet: OTHER }, { subnet: [`Subnet ${OTHER} should belong to the same tenant tenant-1.`] }],
    [{ flavor: undefined }, { flavor: ['This field is required.'] }],
    [{ tenant: OTHER }, { tenant: ['Tenant should be specified either for node or cluster.'] }],
    [{ system_volume_size: 1024 }, { system_volume_size: ['Ensure this value is greater than or equal to 65536 MB.'] }],
    [{ data_volumes: [{ size: 12_288 }] }, { data_volumes: [{ mount_point: ['This field is required.'] }] }],
    [{ ssh_public_key: OTHER }, { ssh_public_key: ['Invalid hyperlink - Object does not exist.'] }],
  ])('for %o (S0-375, S0-377, S0-379, R-9-58)', async (fields, said) => {
    const { uuid, rows } = await cluster();
    const before = await rows();
    const answer = await ask({ cluster: uuid, ...fields });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(said);
    expect(await rows()).toEqual(before);
  });

  test('in a tenant that the cluster is not in, where its order names one for each node', async () => {
    const nodes = orderedNodes().map((node) => ({ ...node, tenant: opened.stocked.tenant }));
    const { uuid } = await cluster('OK', { tenant: undefined, nodes });
    const text = 'Tenant should be specified either for node or cluster.';
    expect(await ask({ cluster: uuid })).toMatchObject({ status: 400, body: { tenant: [text] } });
    const other = 'Tenant should be one of already connected ones.';
    expect(await ask({ cluster: uuid, tenant: OTHER })).toMatchObject({ status: 400, body: { tenant: [other] } });
    expect((await ask({ cluster: uuid, tenant: opened.stocked.tenant })).status).toBe(201);
  });

  test('where its tenant has no room left for it (S0-387)', async () => {
    const { uuid } = await cluster();
    const data_volumes = [{ size: 100_000_000, mount_point: '/data' }];
    const answer = await ask({ cluster: uuid, data_volumes });
    expect(answer).toMatchObject({ status: 400, text: expect.stringMatching(/quota is over limit/) });
  });
});
