import { expect, test } from 'vitest';
import { backendsAtRest, LETS_GO, stateOfBackends, writesToBackends } from './_worlds/backends.ts';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');

test.each([
  { servers: 1, agents: 1 },
  { servers: 3, agents: 3 },
])(
  'an order of $servers + $agents becomes a running cluster, and its termination leaves every backend as it was (S0-007, S0-019, S0-021, S0-026, S0-182, S0-187, S0-193, S0-296, S0-340, S0-366)',
  async ({ servers, agents }) => {
    const before = await backendsAtRest(endpoints);
    const placed = await owner.place(owner.clusterOrder(`cluster-${servers}-${agents}`, servers, agents));
    expect(placed).toMatchObject({ state: 'executing', type: 'Create' });

    const created = await owner.ended(placed.uuid);
    expect(created).toMatchObject({ state: 'done', error_message: '' });
    const cluster = await owner.cluster(created.resource_uuid ?? '');
    expect(cluster).toMatchObject({ state: 'OK', runtime_state: 'active', progress: 100, last_error: null });
    expect(cluster.access_url).toBe(`${endpoints.rancher}/c/${cluster.backend_id}`);
    expect(cluster.nodes.map((node) => node.role).toSorted()).toEqual([
      ...Array.from({ length: agents }, () => 'agent'),
      ...Array.from({ length: servers }, () => 'server'),
    ]);
    for (const node of cluster.nodes) expect(node).toMatchObject({ state: 'OK', runtime_state: 'active' });

    const terminated = await owner.terminate(placed.marketplace_resource_uuid);
    expect(terminated).toMatchObject({ state: 'done', error_message: '' });
    await expect.poll(() => stateOfBackends(endpoints), LETS_GO).toEqual(before);
    expect((await owner.call('GET', `rancher-clusters/${cluster.uuid}/`)).status).toBe(404);
    const resource = await owner.call('GET', `marketplace-resources/${placed.marketplace_resource_uuid}/`);
    expect(resource.body).toMatchObject({ state: 'Terminated' });
  },
  300_000,
);

test('a refused order names the field, stores nothing and writes nothing to any backend (S0-003, S0-005, S0-308)', async () => {
  const orders = async () => (await owner.call('GET', 'marketplace-orders/')).headers.get('x-result-count');
  const [before, ordersBefore, writesBefore] = [
    await stateOfBackends(endpoints),
    await orders(),
    await writesToBackends(endpoints),
  ];
  const order = owner.clusterOrder('refused', 1, 1);
  const unknownFlavor = '0'.repeat(32);
  order.attributes.nodes = order.attributes.nodes.map((node) => ({ ...node, flavor: unknownFlavor }));
  const answer = await owner.call('POST', 'marketplace-orders/', order);
  expect(answer.status).toBe(400);
  const message = `Flavor ${unknownFlavor} is not visible in tenant demo.`;
  expect(answer.body).toEqual({ nodes: [{ flavor: [message] }, { flavor: [message] }] });
  expect(await orders()).toBe(ordersBefore);
  await expect.poll(() => stateOfBackends(endpoints), LETS_GO).toEqual(before);
  expect(await writesToBackends(endpoints)).toBe(writesBefore);
});
