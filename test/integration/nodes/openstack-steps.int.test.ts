import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { changed } from '#shared/domain/_core/record';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import {
  type Begun,
  begunOrder,
  clusterOf,
  EVENTUALLY,
  inCloud,
  nodesOf,
  preparedOrder,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { attributesIn, requestIn } from '../_worlds/world.ts';
import { withQuota } from '../infrastructure/cloud-quota.ts';

const world = await stepWorldPerFile();
beforeEach(() => world.cloud.clearFaults());

const names = async (begun: Begun) => (await nodesOf(world, begun)).map((node) => node.spec.name);
const plan = (begun: Begun) => planNodes.call(world.deps, begun.target);

describe('planning nodes', () => {
  test('writes a row and a name claim for each machine, the first wave being servers and one agent (S0-366)', async () => {
    const begun = await begunOrder(world, attributesIn(world, 3, 3));
    const waves = await plan(begun);
    const nodes = await nodesOf(world, begun);
    expect(nodes).toHaveLength(6);
    const byRole = (role: string) => nodes.filter((node) => node.spec.role === role).map((node) => node.uuid);
    const [firstAgent, ...otherAgents] = byRole('agent');
    expect(waves).toMatchObject({ first: [...byRole('server'), firstAgent], rest: otherAgents });
    for (const node of nodes) {
      const claim = nodeNameClaim(world.settings.uuid, node.spec.name);
      expect(await world.store.claims.holderOf(claim)).toBe(node.uuid);
    }
    expect((await clusterOf(world, begun)).nodes.map((node) => node.name)).toEqual(await names(begun));
  });

  test('again gives the same rows and waves, and one line on the timeline', async () => {
    const begun = await begunOrder(world);
    const [first, nodes] = [await plan(begun), await nodesOf(world, begun)];
    expect(await plan(begun)).toEqual(first);
    expect(await nodesOf(world, begun)).toEqual(nodes);
    const timeline = await world.store.events.listByCluster(begun.cluster.uuid);
    expect(timeline.filter(({ step }) => step === 'plan')).toMatchObject([{ message: 'Planned 2 nodes' }]);
  });

  test('fourteen nodes at once fits no transaction and is written all the same', async () => {
    const begun = await begunOrder(world, attributesIn(world, 3, 11));
    await plan(begun);
    expect(await nodesOf(world, begun)).toHaveLength(14);
  });

  test('after half of the rows goes on with the others, and renames nothing though the names before are free now', async () => {
    const begun = await begunOrder(world, attributesIn(world, 1, 3));
    const squatter = `${begun.cluster.name}-rancher-node-agent-1`;
    await makeServer(squatter);
    await plan(begun);
    const planned = await names(begun);
    expect(planned).toEqual(
      ['agent-2', 'agent-3', 'agent-4', 'server-1'].map((end) => squatter.replace('agent-1', end)),
    );
    const last = (await nodesOf(world, begun)).find((node) => node.spec.name.endsWith('agent-4'));
    if (!last) throw new Error('the last agent is missing');
    const { store } = world;
    await store.commit(
      store.nodes.remove(last),
      store.claims.remove(nodeNameClaim(world.settings.uuid, last.spec.name)),
    );
    await removeServer(squatter);
    await plan(begun);
    expect(await names(begun)).toEqual([...planned.slice(0, 2), planned[3], squatter].sort());
    expect((await nodesOf(world, begun)).map((node) => node.uuid)).toContain(last.uuid);
  });

  test('of an order that waited holds it against the quotas again, of one just placed does not (S0-308)', async () => {
    const [late, fresh] = [await begunOrder(world), await begunOrder(world)];
    await withQuota(world, 'compute', { instances: 0 }, () => plan(fresh));
    world.clock.advance(61);
    await withQuota(world, 'compute', { instances: 0 }, async () => {
      await expect(plan(late)).rejects.toMatchObject({
        name: 'Invalid',
        message: expect.stringContaining('instances'),
      });
    });
  });

  test('passes over names that machines of any of its tenants have', async () => {
    const { demo, other } = world;
    const { tenantUuid: _, ...attributes } = attributesIn(world);
    const nodes = [
      { ...requestIn(demo, 'server'), tenantUuid: demo.tenant.uuid },
      { ...requestIn(other, 'agent'), tenantUuid: other.tenant.uuid },
    ];
    const taken = `${attributes.name}-rancher-node-agent-1`;
    await makeServer(taken, other);
    const begun = await begunOrder(world, { ...attributes, nodes });
    await plan(begun);
    expect(await names(begun)).toEqual([taken.replace('agent-1', 'agent-2'), taken.replace('agent-1', 'server-1')]);
  });

  async function makeServer(name: string, { tenant, access } = world.demo): Promise<void> {
    const session = await world.openstack.open(tenant);
    const subnet = (await session.listSubnets()).find(({ id }) => id === access.subnet_id);
    const [image] = await session.listImages('ubuntu-24.04');
    const { id } = await session.createPort({
      ...{ name, networkId: subnet?.networkId ?? '', subnetId: access.subnet_id, securityGroupIds: [] },
    });
    const begun = await begunOrder(world);
    await planNodes.run(world.deps, begun.target);
    const [node] = await nodesOf(world, begun);
    if (!node || !image) throw new Error('nothing to copy from');
    await session.createServer({ spec: { ...node.spec, name }, portId: id, tags: [], userData: '' });
  }
  async function removeServer(name: string): Promise<void> {
    const session = await world.openstack.open(world.demo.tenant);
    const server = async () => (await session.listServers()).find((item) => item.name === name);
    await session.deleteServer((await server())?.id ?? '');
    await expect.poll(server, EVENTUALLY).toBeUndefined();
  }
});

describe('making a server', () => {
  async function aNodeToMake(): Promise<{ begun: Begun; name: string; make(): Promise<unknown> }> {
    const begun = await preparedOrder(world);
    const [node] = await nodesOf(world, begun);
    if (!node) throw new Error('nothing was planned');
    const input = { ...begun.target, nodeUuid: node.uuid };
    return { begun, name: node.spec.name, make: () => ensureServer.call(world.deps, input) };
  }
  const made = async (name: string) => [
    (await inCloud(world, 'servers', name)).length,
    (await inCloud(world, 'ports', name)).length,
  ];

  test('asks for one port and one server with the tags it is found by, and writes both down', async () => {
    const { begun, name, make } = await aNodeToMake();
    const serverId = z.object({ serverId: z.string() }).parse(await make()).serverId;
    const [server] = await inCloud(world, 'servers', name);
    const node = (await nodesOf(world, begun)).find((item) => item.spec.name === name);
    expect(server).toMatchObject({
      id: serverId,
      tags: [
        ...[`paddock:cluster:${begun.cluster.uuid}`, `paddock:node:${node?.uuid}`],
        `paddock:rancher:${(await clusterOf(world, begun)).backendId}`,
      ],
    });
    const [port] = await inCloud(world, 'ports', name);
    expect(node).toMatchObject({ state: 'CREATING', instanceId: serverId, portId: port?.id });
    expect(node?.addresses).toHaveLength(1);
    expect(port).toMatchObject({ security_groups: [world.demo.access.security_group_id] });
  });

  test('twice makes one', async () => {
    const { name, make } = await aNodeToMake();
    expect(await make()).toEqual(await make());
    expect(await made(name)).toEqual([1, 1]);
  });

  test.each([
    ['port', '/ports$'],
    ['server', '/servers$'],
  ])('adopts the %s that was made when its answer was lost', async (_what, path) => {
    const { name, make } = await aNodeToMake();
    await world.cloud.plan({ kind: 'lose', method: 'POST', path, nth: 1 });
    await expect(make()).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await make();
    expect(await made(name)).toEqual([1, 1]);
  });

  test('that an attempt still under way has just made is left to be adopted, not an error for good', async () => {
    const { name, make } = await aNodeToMake();
    await make();
    await expect.poll(async () => (await inCloud(world, 'ports', name))[0]?.device_id, EVENTUALLY).toBeTruthy();
    await world.cloud.plan({ kind: 'status', status: 200, path: '/servers/detail', nth: 1, body: { servers: [] } });
    await expect(make()).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await make();
    expect(await made(name)).toEqual([1, 1]);
  });

  test('again for a node that is OK leaves it OK while its server is there, and starts over when it is not', async () => {
    const { begun, name, make } = await aNodeToMake();
    await make();
    const { store, clock } = world;
    const row = async () => (await nodesOf(world, begun)).find((node) => node.spec.name === name);
    const node = await row();
    if (!node) throw new Error('the row is gone');
    await store.commit(store.nodes.replace(changed(node, clock.now(), { state: 'OK' })));
    await make();
    expect((await row())?.state).toBe('OK');
    await (await world.openstack.open(world.demo.tenant)).deleteServer(node.instanceId);
    await expect.poll(() => inCloud(world, 'servers', name), EVENTUALLY).toEqual([]);
    await make();
    expect((await row())?.state).toBe('CREATING');
  });

  test('over the cloud’s quota is for the customer to fix', async () => {
    const { make } = await aNodeToMake();
    const body = {
      forbidden: { code: 403, message: 'Quota exceeded for cores: Requested 2, but already used 20 of 20' },
    };
    await world.cloud.plan({ kind: 'status', status: 403, method: 'POST', path: '/servers$', nth: 1, body });
    await expect(make()).rejects.toMatchObject({ name: 'BackendQuotaExceeded' });
  });
});
