import { describe, expect, test } from 'vitest';
import { openstackUuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { ADA_KEY } from '#test/ssh-keys';
import type { OpenedManaged } from '../_worlds/managed-stock.ts';
import { COLLECTION, growingClusterPerTest } from '../clusters/_worlds/growing-cluster.ts';

let market: OpenedManaged['market'];
let stock: OpenedManaged['stock'];
const built = growingClusterPerTest((opened) => {
  ({ market, stock } = opened);
});

describe('adding a node to a managed cluster', () => {
  test('is accepted at once, as the order and the offering have nodes of that role', async () => {
    const { clusterUuid, added, rows } = await built();
    const before = await rows();
    const node = await added();
    expect(node).toMatchObject({ role: 'agent', state: 'CREATION_SCHEDULED', cluster_uuid: clusterUuid });
    expect(node.name).toMatch(/^k8s-prod-\d+-rancher-node-agent-3$/);
    const { cluster, tenants, nodes } = await rows();
    const [first] = before.tenants[0]?.nodes.filter(({ role }) => role === 'agent') ?? [];
    const { name: _, ...like } = first ?? expect.fail('there is no worker');
    expect(nodes).toHaveLength(1);
    expect(nodes[0]?.spec).toMatchObject({ ...like, name: node.name, roles: ['worker'] });
    expect(nodes[0]?.spec).toMatchObject({ subnetId: tenants[0]?.made.subnetId, tenantUuid: tenants[0]?.uuid });
    expect(cluster).toMatchObject({ state: 'OK', nodeOperations: [{ nodeUuid: node.uuid, machine: 'add-node' }] });
    const { operations } = await market.store.outbox.listPending(10);
    expect(operations).toContainEqual(
      expect.objectContaining({ machine: 'add-node', nodeUuid: node.uuid, uuid: cluster.nodeOperations[0]?.uuid }),
    );
    expect(await market.ask('GET', `rancher-nodes/${node.uuid}/`, market.people.owner)).toMatchObject({ status: 200 });
  });

  test('widens its tenant by what the node takes, and no other (R-9b-W3)', async () => {
    const { added, rows, tenants } = await built(3);
    const before = await rows();
    await added({ body: { role: 'agent', tenant: tenants[1] } });
    const now = await rows();
    const [was, is] = [before.tenants[1], now.tenants[1]];
    expect(is?.limits).toEqual({
      cores: (was?.limits.cores ?? 0) + 2,
      ram: (was?.limits.ram ?? 0) + 4096,
      storage: (was?.limits.storage ?? 0) + (64 + 50) * 1024,
    });
    const { counts } = was ?? expect.fail('there is no tenant');
    expect(is?.counts).toEqual({
      ...counts,
      instances: counts.instances + 1,
      volumes: counts.volumes + 2,
      ports: counts.ports + 1,
    });
    expect([now.tenants[0], now.tenants[2]]).toEqual([before.tenants[0], before.tenants[2]]);
  });

  test('gives a server the control plane and leaves etcd as it is; without workers it carries workloads, too', async () => {
    const one = await built();
    await one.added({ body: { role: 'server' } });
    expect((await one.rows()).nodes[0]?.spec).toMatchObject({ role: 'server', roles: ['controlplane'] });
    const other = await built(1, { name: 'small', worker_nodes_count: 0 });
    await other.added({ body: { role: 'server' } });
    expect((await other.rows()).nodes[0]?.spec.roles).toEqual(['controlplane', 'worker']);
  });

  test('takes what is asked for: flavor, sizes, volumes and key', async () => {
    const { added, rows, settingsUuid } = await built();
    const before = await rows();
    const subnet = openstackUuid(settingsUuid, 'subnet', before.tenants[0]?.made.subnetId ?? '');
    const node = await added({
      body: {
        ...{ role: 'agent', cpu: 3, memory: 5000, system_volume_size: 80 * 1024, subnet },
        data_volumes: [{ size: 2048, mount_point: '/srv/data' }],
        ssh_public_key: ADA_KEY,
      },
    });
    expect(node.initial_data).toMatchObject({ flavor_name: 'm1.large', system_volume_size: 81_920 });
    expect((await rows()).nodes[0]?.spec).toMatchObject({
      dataVolumes: [{ sizeMb: 2048, mountPoint: '/srv/data', filesystem: 'ext4' }],
      sshPublicKey: ADA_KEY,
    });
  });

  test('at the same moment as others gives each a name of its own, and room for all of them', async () => {
    const { add, rows } = await built();
    const before = await rows();
    const roles = ['agent', 'agent', 'server', 'agent', 'agent', 'server', 'agent', 'agent'];
    const answers = await Promise.all(roles.map((role) => add({ body: { role } })));
    expect(answers.map(({ status }) => status)).toEqual(roles.map(() => 202));
    const { nodes, cluster, tenants } = await rows();
    const names = nodes.map(({ spec }) => spec.name.replace(/^.*-rancher-node-/, '')).sort();
    expect(names).toEqual([...[3, 4, 5, 6, 7, 8].map((n) => `agent-${n}`), 'server-4', 'server-5']);
    expect(cluster.nodeOperations).toHaveLength(8);
    const cores = (of: typeof tenants) => of[0]?.limits.cores ?? 0;
    expect(cores(tenants) - cores(before.tenants)).toBe(6 * 2 + 2 * 4);
  });

  test('again with the same Idempotency-Key is the same node; for another cluster the key is refused', async () => {
    const [one, other] = [await built(), await built(1, { name: 'other' })];
    const first = await one.added({ key: 'k-1' });
    const again = await one.add({ key: 'k-1' });
    expect(again).toMatchObject({ status: 202, body: { uuid: first.uuid } });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await one.rows()).nodes).toHaveLength(1);
    expect((await other.add({ key: 'k-1' })).status).toBe(422);
  });
});

describe('the collection of managed clusters', () => {
  test('has the resources of managed clusters only, as the marketplace shows them', async () => {
    const { resourceUuid } = await stock.place();
    const shown = await market.ask('GET', `marketplace-resources/${resourceUuid}/`, market.people.owner);
    const listed = await market.ask('GET', `${COLLECTION}?name_exact=prod`, market.people.owner);
    expect(listed.body).toEqual([shown.body]);
    expect((await market.ask('GET', `${COLLECTION}${resourceUuid}/`, market.people.owner)).body).toEqual(shown.body);
    expect((await market.ask('HEAD', COLLECTION, market.people.owner)).status).toBe(200);
    expect((await market.ask('GET', COLLECTION, market.people.outsider)).body).toEqual([]);
    const { store, clock } = market;
    const resource = await store.resources.get(resourceUuid);
    await store.commit(store.resources.replace(changed(resource, clock.now(), { managed: undefined })));
    expect((await market.ask('GET', COLLECTION, market.people.owner)).body).toEqual([]);
    expect(await market.statusOf('GET', `${COLLECTION}${resourceUuid}/`)).toBe(404);
  });
});
