import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Node } from '#shared/domain/nodes/node';
import { nodeTag } from '#shared/domain/planning/naming';
import { aCluster, aNode, aNodeSpec, aProject, aUuid } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';
import { aMachine } from '../nodes/a-machine.ts';
import { openTenant } from './open-tenant.ts';

let opened: StockedMarket;
stockedMarketPerTest((now) => {
  opened = now;
});

/** A machine with a node's tag, and the node's record in a cluster of the given project. */
async function joined(projectUuid = opened.market.projectUuid, fields: Partial<Node> = {}) {
  const { market, cloud, stocked } = opened;
  const { store, customerUuid } = market;
  const cluster = aCluster({ customerUuid, projectUuid, name: `in-${projectUuid.slice(0, 6)}`, state: 'OK' });
  const instanceId = await aMachine(cloud);
  const spec = aNodeSpec({ tenantUuid: stocked.tenant });
  const node = aNode({ customerUuid, projectUuid, clusterUuid: cluster.uuid, instanceId, spec, ...fields });
  await store.commit(store.clusters.insert(cluster), store.nodes.insert(node));
  await (await openTenant(market, stocked.tenant)).tagServer(instanceId, nodeTag(node.uuid));
  return { cluster, node, instanceId };
}
const listed = async (instanceId: string, person: Person = opened.market.people.owner) => {
  const { market, stocked } = opened;
  const path = `openstack-tenants/${stocked.tenant}/instances/?backend_id=${instanceId}`;
  const { body } = await market.ask('GET', path, person);
  return z.array(z.looseObject({ url: z.string(), uuid: z.string(), rancher_cluster: z.unknown() })).parse(body)[0];
};

test('a machine of a node names the node’s cluster, in the list of its tenant and alone (R-9-3)', async () => {
  const { cluster, instanceId } = await joined();
  const rancher_cluster = { uuid: cluster.uuid, name: cluster.name, marketplace_uuid: cluster.resourceUuid };
  const instance = await listed(instanceId);
  expect(instance).toMatchObject({ name: 'machine', backend_id: instanceId, rancher_cluster });
  const alone = await opened.market.ask('GET', instance?.url ?? '', opened.market.people.member);
  expect(alone).toMatchObject({ status: 200, body: { backend_id: instanceId, rancher_cluster } });
});

test('but not to who sees the tenant and not the cluster (R-9-5)', async () => {
  const { market } = opened;
  const elsewhere = aProject({ customerUuid: market.customerUuid });
  await market.store.commit(market.store.projects.insert(elsewhere));
  const { cluster, instanceId } = await joined(elsewhere.uuid);
  expect(await listed(instanceId)).toMatchObject({ rancher_cluster: { uuid: cluster.uuid } });
  expect(await listed(instanceId, market.people.manager)).toMatchObject({ rancher_cluster: null });
});

test('a machine that is no node’s, or only says that it is one, names none', async () => {
  const loose = await aMachine(opened.cloud);
  const { instanceId } = await joined(opened.market.projectUuid, { instanceId: 'another' });
  expect([await listed(loose), await listed(instanceId)]).toMatchObject([
    { rancher_cluster: null },
    { rancher_cluster: null },
  ]);
});

test('there is nothing to see of a tenant of others, or of a machine that is not there', async () => {
  const { market, stocked } = opened;
  const path = `openstack-tenants/${stocked.tenant}/instances/`;
  expect(await market.statusOf('GET', path, market.people.outsider)).toBe(404);
  expect(await market.statusOf('GET', `${path}${stocked.tenant}/`)).toBe(404);
});

test('a node names its machine as the tenant lists it, and none while it has none; nothing is sold of it apart from its cluster', async () => {
  const { market } = opened;
  const { node, instanceId } = await joined();
  const instance = await listed(instanceId);
  const asked = async (uuid: string) => (await market.ask('GET', `rancher-nodes/${uuid}/`, market.people.member)).body;
  const none = '0'.repeat(32);
  const common = { service_settings_name: node.settingsName, instance_marketplace_uuid: none };
  const named = { instance: instance?.url, instance_uuid: instance?.uuid, instance_name: node.spec.name };
  expect(await asked(node.uuid)).toMatchObject({ ...common, ...named });
  const bare = aNode({ ...node, uuid: aUuid(), instanceId: '' });
  await market.store.commit(market.store.nodes.insert(bare));
  const unnamed = { instance: null, instance_uuid: none, instance_name: '' };
  expect(await asked(bare.uuid)).toMatchObject({ ...common, ...unnamed });
});
