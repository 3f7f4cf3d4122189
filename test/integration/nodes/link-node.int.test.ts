import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { instanceUuid } from '#shared/domain/_core/identifier';
import { NO_FACTS, type Node } from '#shared/domain/nodes/node';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import { aCluster, aNode, aNodeSpec, aResource, aUuid } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';
import { aMachine } from './a-machine.ts';

let opened: StockedMarket;
stockedMarketPerTest((now) => {
  opened = now;
});

/** A node whose record has no instance id. */
async function aloneNode(fields: Partial<Node> = {}, specFields: Partial<NodeSpec> = {}) {
  const { market, stocked } = opened;
  const { store, customerUuid, projectUuid } = market;
  const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
  const cluster = aCluster({ customerUuid, projectUuid, state: 'OK', resourceUuid: resource.uuid });
  const spec = aNodeSpec({ tenantUuid: stocked.tenant, ...specFields });
  const place = { customerUuid, projectUuid, clusterUuid: cluster.uuid };
  const node = aNode({ ...place, spec, state: 'OK', ...fields });
  await store.commit(store.resources.insert(resource), store.clusters.insert(cluster), store.nodes.insert(node));
  const send = (action: string, body: object, person: Person = market.people.staff) =>
    market.ask('POST', `rancher-nodes/${node.uuid}/${action}_openstack/`, { ...person, body });
  return {
    node,
    now: () => store.nodes.get(cluster.uuid, node.uuid),
    charged: async () => {
      const usages = await store.usages.listByResource(resource.uuid);
      return Object.fromEntries(usages.map(({ type, rate }) => [type, rate]));
    },
    link: (instance: string, person?: Person) => send('link', { instance }, person),
    unlink: (person?: Person) => send('unlink', {}, person),
  };
}
const simulated = z.object({ servers: z.array(z.looseObject({ id: z.string(), tags: z.array(z.string()) })) });
async function tagsOf(serverId: string): Promise<string[]> {
  const state = simulated.parse(await (await fetch(`${opened.cloud.simulator.url}/_sim/state`)).json());
  return state.servers.find(({ id }) => id === serverId)?.tags ?? [];
}

describe('a node is linked', () => {
  test('to a machine of its tenant, by Nova’s id or ours of it, and goes with it from then on (S0-060, S0-374)', async () => {
    const { node, link, unlink, now } = await aloneNode();
    const server = await aMachine(opened.cloud);
    expect(await link(server)).toMatchObject({ status: 200, text: '' });
    expect(await now()).toMatchObject({ instanceId: server });
    const ours = [`paddock:node:${node.uuid}`, `paddock:cluster:${node.clusterUuid}`];
    expect(await tagsOf(server)).toEqual(expect.arrayContaining(ours));
    expect(await unlink()).toMatchObject({ status: 200, text: '' });
    expect(await now()).toMatchObject({ instanceId: '', volumeIds: [], addresses: [] });
    const { items } = await opened.market.store.audit.list({ visibility: 'all' }, { page: 1, pageSize: 100 });
    const ofNode = items.flatMap(({ actor, changes }) =>
      actor.kind === 'user'
        ? changes.filter(({ uuid }) => uuid === node.uuid).map(({ fields }) => fields.instanceId)
        : [],
    );
    expect(ofNode).toHaveLength(2);
    expect(ofNode).toEqual(
      expect.arrayContaining([expect.objectContaining({ after: server }), expect.objectContaining({ before: server })]),
    );
    expect(await tagsOf(server)).toEqual([]);
    expect((await link(instanceUuid(opened.stocked.tenant, server))).status).toBe(200);
    expect(await now()).toMatchObject({ instanceId: server });
  });

  test('and charged from then on for what its kubelet has, where it was taken in from Rancher, until it is unlinked', async () => {
    const facts = { ...NO_FACTS, cpuTotal: 8, ramTotal: 16_384 };
    const { link, unlink, now, charged } = await aloneNode({ facts }, { flavorId: '', vcpus: 0, ramMb: 0 });
    const server = await aMachine(opened.cloud);
    expect((await link(server)).status).toBe(200);
    expect(await now()).toMatchObject({ instanceId: server, spec: { vcpus: 8, ramMb: 16_384 } });
    expect(await charged()).toMatchObject({ cpu_hours: 8 });
    expect((await unlink()).status).toBe(200);
    expect(await now()).toMatchObject({ instanceId: '', spec: { vcpus: 0, ramMb: 0 } });
    expect(await charged()).toMatchObject({ cpu_hours: 0 });
  });

  test('once, and not to the machine of another one (R-9-78, R-9-79, R-9-81)', async () => {
    const [one, other] = [await aloneNode(), await aloneNode()];
    const server = await aMachine(opened.cloud);
    await one.link(server);
    const refused = (text: string) => ({ status: 400, body: [text] });
    expect(await one.link(server)).toMatchObject(refused('Node is already linked to OpenStack instance.'));
    const taken = 'OpenStack instance is already linked to another node.';
    expect(await other.link(server)).toMatchObject(refused(taken));
    const none = 'Node is not linked to any OpenStack instance yet.';
    expect(await other.unlink()).toMatchObject(refused(none));
    const missing = { instance: ['Invalid hyperlink - Object does not exist.'] };
    expect(await other.link(aUuid())).toMatchObject({ status: 400, body: missing });
  });

  test('by staff, while it rests and something may be changed (R-9-77)', async () => {
    const { link, unlink } = await aloneNode();
    const { owner, outsider } = opened.market.people;
    for (const person of [owner, outsider]) {
      expect([(await link(aUuid(), person)).status, (await unlink(person)).status]).toEqual([403, 403]);
    }
    opened.site.readOnlyMode = true;
    expect([(await link(aUuid())).status, (await unlink()).status]).toEqual([405, 405]);
    opened.site.readOnlyMode = false;
    const busy = await aloneNode({ state: 'CREATING' });
    expect((await busy.link(aUuid())).status).toBe(409);
  });
});
