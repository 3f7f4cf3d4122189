import { describe, expect, test } from 'vitest';
import { unlinkResource } from '#shared/app/clusters/unlink-resource';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { clusterNameClaim, nodeNameClaim, nodeNetworkClaim, resourceNameClaim } from '#shared/domain/planning/naming';
import { aUuid } from '#test/builders/builders';
import { type Cloud, type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';
import { buildTenants, orderInThreeZones } from '../infrastructure/built-infrastructure.ts';
import { standingCluster } from './_worlds/standing-cluster.ts';

let market: Market;
let stocked: Stocked;
let cloud: Cloud;
let site: SiteSettings;
stockedMarketPerTest((opened) => {
  ({ market, stocked, cloud, site } = opened);
});

const send = (path: string, body?: object, person = market.people.staff) =>
  market.ask('POST', path, { ...person, ...(body && { body }) });
const shown = (path: string) => market.ask('GET', path, market.people.owner);
const askedOfCloud = async () => (await fetch(`${cloud.simulator.url}/_sim/requests`)).json();

/** A cluster of two nodes with its marketplace resource. Cluster and resource have the given state. */
async function standing(fields: Partial<Cluster> & { state?: 'OK' | 'ERRED' } = {}) {
  const { uuid, nodes } = await standingCluster({ market, stocked }, ['server', 'agent'], fields);
  const { store, clock } = market;
  const cluster = await store.clusters.get(uuid);
  const resource = await store.resources.get(cluster.resourceUuid);
  const state = fields.state === 'ERRED' ? 'Erred' : 'OK';
  await store.commit(store.resources.replace(changed(resource, clock.now(), { state, pendingOrderUuid: undefined })));
  return { cluster, nodes, of: `rancher-clusters/${uuid}/`, sold: `marketplace-resources/${resource.uuid}/` };
}
const running = async (resourceUuid: string) =>
  (await market.store.usages.listByResource(resourceUuid)).filter(({ rate }) => rate > 0);

describe('a state that staff sets', () => {
  test.each([
    ['a cluster', 'of', 'set_ok/'],
    ['a resource', 'sold', 'set_as_ok/'],
  ] as const)('to OK: %s that is erred has no error any more, and is charged for', async (_, by, action) => {
    const lastError = { code: 'INTERNAL', message: 'x', step: 'y', at: '2026-01-01T00:00:00.000Z' } as const;
    const { of, sold, ...paths } = await standing({
      ...{ state: 'ERRED', lastError: { ...lastError, retryable: true, owner: 'operator' } },
    });
    expect(await running(paths.cluster.resourceUuid)).toEqual([]);
    expect(await send({ of, sold }[by] + action)).toMatchObject({ status: 200, body: { detail: 'The state is OK.' } });
    expect((await shown(of)).body).toMatchObject({ state: 'OK', error_message: '', last_error: null });
    expect((await shown(sold)).body).toMatchObject({ state: 'OK' });
    expect(await market.store.clusters.get(paths.cluster.uuid)).not.toHaveProperty('operationUuid');
    expect(await running(paths.cluster.resourceUuid)).not.toEqual([]);
    expect((await shown(`${of}events/`)).body).toMatchObject([{ step: 'staff', message: expect.stringMatching(/OK/) }]);
  });

  test.each([
    ['a cluster', 'of', 'set_erred/'],
    ['a resource', 'sold', 'set_as_erred/'],
  ] as const)('to erred: %s has the words that were given', async (_, by, action) => {
    const { of, sold } = await standing();
    const body = { error_message: 'The zone was lost.', error_traceback: 'at 12:03\nin zone 2' };
    expect(await send({ of, sold }[by] + action, body)).toMatchObject({ status: 200 });
    expect((await shown(of)).body).toMatchObject({
      ...{ state: 'ERRED', ...body },
      last_error: { code: 'INTERNAL', owner: 'operator', step: 'set_erred', message: 'The zone was lost.' },
    });
    expect((await shown(sold)).body).toMatchObject({ state: 'Erred' });
    expect(await send({ of, sold }[by] + action)).toMatchObject({ status: 200 });
    expect((await shown(of)).body).toMatchObject({
      error_message: 'Staff has set the state to erred.',
      error_traceback: '',
    });
  });

  test('is refused by its state, in the words of what was named, before the body is looked at', async () => {
    const { cluster, nodes, of, sold } = await standing();
    const valid = (states: string) => ({ status: 409, body: { detail: `Valid states for operation: ${states}.` } });
    expect(await send(`${of}set_ok/`)).toMatchObject(valid('ERRED'));
    expect(await send(`${sold}set_as_ok/`)).toMatchObject(valid('Erred'));
    const { store, clock } = market;
    const write = async (fields: Partial<Cluster>) =>
      store.commit(store.clusters.replace(changed(await store.clusters.get(cluster.uuid), clock.now(), fields)));
    await write({ state: 'UPDATING' });
    expect(await send(`${of}set_erred/`, { error_message: 5 })).toMatchObject(valid('OK, ERRED'));
    expect(await send(`${sold}set_as_erred/`, { error_message: 5 })).toMatchObject(valid('OK, Erred'));
    const since = clock.now().toISOString();
    const nodeUuid = nodes[1]?.uuid ?? '';
    await write({ state: 'OK', nodeOperations: [{ uuid: aUuid(), nodeUuid, machine: 'delete-node', since }] });
    const busy = `These nodes of the cluster are being changed: ${nodes[1]?.spec.name}. Wait until this has ended.`;
    expect(await send(`${of}set_erred/`)).toMatchObject({ status: 409, body: { detail: busy } });
    await write({ nodeOperations: [] });
    expect(await send(`${of}set_erred/`, { error_message: 5 })).toMatchObject({
      ...{ status: 400, body: { error_message: ['Not a valid string.'] } },
    });
    await write({ state: 'ERRED', backendId: '' });
    expect(await send(`${of}set_ok/`)).toMatchObject({ status: 400, body: ['Resource does not have backend ID.'] });
    site.readOnlyMode = true;
    expect(await send(`${of}set_ok/`)).toMatchObject({ status: 405 });
  });
});

describe('unlinking', () => {
  test.each(['of', 'sold'] as const)('removes all records, named by %s, and asks nobody', async (by) => {
    const { cluster, nodes, ...paths } = await standing();
    const { store } = market;
    await send(`${paths.of}set_erred/`);
    await send(`${paths.of}set_ok/`);
    const before = await askedOfCloud();
    expect(await send(`${paths[by]}unlink/`)).toMatchObject({ status: 204, text: '' });
    expect(await askedOfCloud()).toEqual(before);
    for (const path of [paths.of, paths.sold, `rancher-nodes/${nodes[0]?.uuid}/`]) {
      expect([path, (await shown(path)).status]).toEqual([path, 404]);
    }
    expect(await store.nodes.listByCluster(cluster.uuid)).toEqual([]);
    expect(await store.events.listByCluster(cluster.uuid)).toEqual([]);
    const names = [
      clusterNameClaim(cluster.settingsUuid, cluster.name),
      ...nodes.map(({ settingsUuid, spec }) => nodeNameClaim(settingsUuid, spec.name)),
    ];
    expect((await store.claims.holdersOf(names)).size).toBe(0);
    expect((await shown(`marketplace-orders/${cluster.orderUuid}/`)).body).toMatchObject({ state: 'canceled' });
    expect(await running(cluster.resourceUuid)).toEqual([]);
    expect(await store.usages.listByResource(cluster.resourceUuid)).not.toEqual([]);
    expect((await stocked.place()).answer.status).toBe(201);
  });

  test('is recorded as one event, which says what stays', async () => {
    const { cluster, of } = await standing();
    await send(`${of}unlink/`);
    const query = 'events/?event_type=resource_unlinked';
    const { body } = await market.ask('GET', query, market.people.staff);
    expect(body).toMatchObject([{ message: expect.stringMatching(new RegExp(`^Cluster ${cluster.name}.* stay\\.$`)) }]);
  });

  test('that was cut short is finished by the same call again; meanwhile nothing else can be done to it', async () => {
    const { cluster, of, sold } = await standing();
    const { store, clock, people } = market;
    const caller = { user: people.staff.user, grants: [] };
    const broken = { ...store.events, removeByCluster: () => Promise.reject(new Error('the function died')) };
    const named = { by: 'cluster', uuidText: cluster.uuid } as const;
    await expect(unlinkResource({ store: { ...store, events: broken }, clock, site }, caller, named)).rejects.toThrow(
      'died',
    );
    expect((await shown(of)).body).toMatchObject({ state: 'DELETING', nodes: [] });
    expect((await send(`${of}set_erred/`)).status).toBe(409);
    expect((await send(`${sold}terminate/`)).status).toBe(400);
    expect((await send(`${of}unlink/`)).status).toBe(204);
    expect((await shown(sold)).status).toBe(404);
  });

  test('ends an operation that is under way: its steps have no cluster any more', async () => {
    const { order } = await stocked.place();
    expect(await shown(`marketplace-orders/${order.uuid}/`)).toMatchObject({ body: { state: 'executing' } });
    expect((await send(`marketplace-resources/${order.marketplace_resource_uuid}/unlink/`)).status).toBe(204);
    expect(await market.store.clusters.find(order.resource_uuid)).toBeUndefined();
    expect(await shown(`marketplace-orders/${order.uuid}/`)).toMatchObject({ body: { state: 'canceled' } });
  });

  test('takes a managed cluster with its tenants, its project and its networks from the records', async () => {
    const uuid = await orderInThreeZones(market, cloud);
    await buildTenants(market, uuid);
    const { store } = market;
    const cluster = await store.clusters.get(uuid);
    const { projectUuid, name } = await store.resources.get(cluster.resourceUuid);
    const tenants = await store.clusterTenants.listByCluster(uuid);
    const before = await askedOfCloud();
    expect((await send(`rancher-clusters/${uuid}/unlink/`)).status).toBe(204);
    expect(await askedOfCloud()).toEqual(before);
    expect(tenants).toHaveLength(3);
    for (const tenant of tenants) expect(await store.tenants.find(tenant.uuid)).toBeUndefined();
    expect(await store.projects.find(cluster.vmProjectUuid)).toBeUndefined();
    const networks = cluster.managed?.networks.map(({ cidr }) => nodeNetworkClaim(cidr)) ?? [];
    expect(networks).toHaveLength(3);
    const claims = await store.claims.holdersOf([...networks, resourceNameClaim(projectUuid, name)]);
    expect(claims.size).toBe(0);
  });

  test('of a resource that is terminated takes its record, and is for staff that may write', async () => {
    const { order } = await stocked.place(market.people.member);
    const path = `marketplace-resources/${order.marketplace_resource_uuid}/`;
    await market.ask('DELETE', `marketplace-orders/${order.uuid}/`, market.people.owner);
    expect(await shown(path)).toMatchObject({ body: { state: 'Terminated' } });
    expect((await send(`${path}set_as_ok/`)).status).toBe(409);
    site.readOnlyMode = true;
    expect((await send(`${path}unlink/`)).status).toBe(405);
    site.readOnlyMode = false;
    for (const at of [path, `marketplace-resources/${aUuid()}/`, `rancher-clusters/${aUuid()}/`]) {
      expect((await send(`${at}unlink/`, undefined, market.people.owner)).status).toBe(403);
    }
    expect((await send(`rancher-clusters/${aUuid()}/unlink/`)).status).toBe(404);
    expect((await send(`${path}unlink/`)).status).toBe(204);
    expect((await shown(path)).status).toBe(404);
  });
});

test('Waldur’s clients ask for the same of provider resources', async () => {
  const { sold } = await standing();
  const provided = sold.replace('marketplace-', 'marketplace-provider-');
  expect((await send(`${provided}set_as_erred/`, { error_message: 'x' })).status).toBe(200);
  expect((await shown(sold)).body).toMatchObject({ state: 'Erred' });
  expect((await send(`${provided}set_as_ok/`)).status).toBe(200);
  expect((await send(`${provided}unlink/`)).status).toBe(204);
  expect((await shown(sold)).status).toBe(404);
});
