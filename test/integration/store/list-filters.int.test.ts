import { beforeEach, describe, expect, test } from 'vitest';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Where } from '#shared/ports/store';
import { aCluster, aNode, anOrder, aProject, aResource, aTenant, aUuid } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';
import { type RecordedCall, recordCalls } from './record-calls.ts';

const FIRST = { page: 1, pageSize: 10 };
const [customerUuid, projectUuid, other] = [aUuid(), aUuid(), aUuid()];
const day = (at: number) => `2026-01-${String(at).padStart(2, '0')}T00:00:00.000Z`;

let { store, client }: TestStore = await newStore();
let calls: RecordedCall[];
beforeEach(async () => {
  ({ store, client } = await newStore());
  calls = recordCalls(client);
});

async function keep(...clusters: Partial<Cluster>[]): Promise<Cluster[]> {
  const items = clusters.map((fields, at) =>
    aCluster({ customerUuid, projectUuid, created: day(at + 1), name: `c${at + 1}`, ...fields }),
  );
  await store.commit(...items.map((item) => store.clusters.insert(item)));
  calls.length = 0;
  return items;
}
const everywhere = { visibility: 'all' as const };
const names = async (where: Where, scope: Parameters<typeof store.clusters.list>[0] = everywhere) => {
  const { items, total } = await store.clusters.list({ ...scope, where }, FIRST);
  return { names: items.map(({ name }) => name), total };
};
const made = () => calls.map(({ name }) => name.replace(/Command$/, ''));
const A_QUERY_AND_ROWS = ['Query', 'BatchGetItem'];

describe('clusters are found by', () => {
  test('their exact name, in any project that the caller sees, and no other', async () => {
    await keep({ name: 'web' }, { name: 'Web' }, { name: 'web-2' }, { name: 'web', projectUuid: other });
    expect(await names({ name_exact: ['web'] })).toEqual({ names: ['web', 'web'], total: 2 });
    expect(made()).toEqual(A_QUERY_AND_ROWS);
    expect(await names({ name_exact: ['web'] }, { ...everywhere, projectUuid: other })).toMatchObject({ total: 1 });
    const stranger = { visibility: { customers: [aUuid()], projects: [] } };
    expect(await names({ name_exact: ['web'] }, stranger)).toEqual({ names: [], total: 0 });
    expect(await names({ name_exact: ['web'] }, { ...stranger, projectUuid })).toEqual({ names: [], total: 0 });
  });

  test('a part of their name in any case, newest first', async () => {
    await keep({ name: 'a-Web-1' }, { name: 'db' }, { name: 'web-2' }, { name: 'zweb' });
    expect(await names({ name: ['web'] })).toEqual({ names: ['zweb', 'web-2', 'a-Web-1'], total: 3 });
    expect(made()).toEqual(A_QUERY_AND_ROWS);
    const second = await store.clusters.list({ ...everywhere, where: { name: ['web'] } }, { page: 2, pageSize: 2 });
    expect([second.items.map(({ name }) => name), second.total]).toEqual([['a-Web-1'], 3]);
  });

  test('the name they have now', async () => {
    const [item] = await keep({ name: 'old' });
    if (item) await store.commit(store.clusters.replace({ ...item, name: 'new', version: 1 }));
    expect([await names({ name: ['old'] }), await names({ name_exact: ['new'] })]).toMatchObject([
      { total: 0 },
      { total: 1 },
    ]);
  });

  test('several states at once', async () => {
    await keep({ state: 'ERRED' }, { state: 'OK' }, { state: 'CREATING' }, { state: 'DELETING' });
    expect(await names({ state: ['ERRED', 'CREATING'] })).toEqual({ names: ['c3', 'c1'], total: 2 });
    expect(made()).toEqual(A_QUERY_AND_ROWS);
    expect(await names({ state: ['ERRED', 'OK'] })).toEqual({ names: ['c2', 'c1'], total: 2 });
  });

  test('their provider, alone and with a state', async () => {
    const settingsUuid = aUuid();
    await keep({ settingsUuid, state: 'ERRED' }, { settingsUuid, state: 'OK' }, { state: 'ERRED' });
    expect(await names({ service_settings_uuid: [settingsUuid] })).toEqual({ names: ['c2', 'c1'], total: 2 });
    calls.length = 0;
    const both = { service_settings_uuid: [settingsUuid], state: ['ERRED'] };
    expect(await names(both)).toEqual({ names: ['c1'], total: 1 });
    expect(made()).toEqual(A_QUERY_AND_ROWS);
  });

  test('what their backend calls them, and by their uuid', async () => {
    const [first] = await keep({ backendId: 'c-m-1' }, { backendId: 'c-m-2' });
    expect(await names({ backend_id: ['c-m-1'] })).toEqual({ names: ['c1'], total: 1 });
    expect(made()).toEqual(A_QUERY_AND_ROWS);
    const stranger = { visibility: { customers: [], projects: [other] } };
    expect(await names({ backend_id: ['c-m-1'] }, stranger)).toEqual({ names: [], total: 0 });
    calls.length = 0;
    expect(await names({ uuid: [first?.uuid ?? ''] })).toEqual({ names: ['c1'], total: 1 });
    expect(await names({ uuid: [first?.uuid ?? ''] }, stranger)).toEqual({ names: [], total: 0 });
    expect(made()).toEqual(['BatchGetItem', 'BatchGetItem']);
  });

  test('filters together, of which an index serves one', async () => {
    await keep({ name: 'web', state: 'ERRED' }, { name: 'web', state: 'OK' }, { name: 'db', state: 'ERRED' });
    expect(await names({ name: ['web'], state: ['ERRED'] })).toEqual({ names: ['web'], total: 1 });
    const isOld = ({ created }: Cluster) => created < day(2);
    const found = await store.clusters.list({ ...everywhere, where: { name: ['web'] } }, FIRST, isOld);
    expect([found.items.map(({ state }) => state), found.total]).toEqual([['ERRED'], 1]);
  });

  test('no filter that has no index', async () => {
    await keep({});
    await expect(names({ colour: ['red'] })).rejects.toThrow('colour');
  });

  test('those of single projects of a customer, without a row being read to know their project', async () => {
    await keep({ state: 'ERRED' }, { state: 'ERRED', projectUuid: other });
    const member = { visibility: { customers: [], projects: [projectUuid, other] } };
    expect(await names({ state: ['ERRED'] }, { ...member, customerUuid })).toEqual({ names: ['c2', 'c1'], total: 2 });
    expect(made()).toEqual(['Query', 'Query', 'BatchGetItem']);
    expect(await names({ state: ['ERRED'] }, { ...member, customerUuid: aUuid() })).toEqual({ names: [], total: 0 });
  });
});

describe('others are found by what their clients ask for', () => {
  test('orders by the resource, by its cluster, by states and offering', async () => {
    const [resourceUuid, clusterUuid, offeringUuid] = [aUuid(), aUuid(), aUuid()];
    const done = anOrder({ resourceUuid, clusterUuid, offeringUuid, state: 'done', created: day(1) });
    const open = anOrder({ resourceUuid, clusterUuid, offeringUuid, state: 'executing', created: day(2) });
    await store.commit(...[done, open, anOrder({ state: 'executing' })].map((item) => store.orders.insert(item)));
    calls.length = 0;
    const uuids = async (where: Where) => {
      const { items, total } = await store.orders.list({ ...everywhere, where }, FIRST);
      return { uuids: items.map(({ uuid }) => uuid), total };
    };
    const both = { uuids: [open.uuid, done.uuid], total: 2 };
    expect(await uuids({ resource_uuid: [resourceUuid] })).toEqual(both);
    expect(made()).toEqual(A_QUERY_AND_ROWS);
    expect(await uuids({ resource_uuid: [clusterUuid] })).toEqual(both);
    expect(await uuids({ resource_uuid: [aUuid(), resourceUuid] })).toEqual(both);
    expect(await uuids({ resource_uuid: [resourceUuid], state: ['executing', 'pending-consumer'] })).toEqual({
      uuids: [open.uuid],
      total: 1,
    });
    expect(await uuids({ offering_uuid: [offeringUuid] })).toEqual(both);
    calls.length = 0;
    expect(await uuids({ offering_uuid: [offeringUuid], state: ['executing', 'pending-consumer'] })).toEqual({
      uuids: [open.uuid],
      total: 1,
    });
    expect(made()).toEqual(A_QUERY_AND_ROWS);
  });

  test('resources by name in a project, by cluster, and by offering and states', async () => {
    const offeringUuid = aUuid();
    const mine = aResource({ customerUuid, projectUuid, name: 'web', offeringUuid, state: 'Erred', created: day(1) });
    const next = aResource({ customerUuid, projectUuid, name: 'db', offeringUuid, state: 'OK', created: day(2) });
    const gone = aResource({ customerUuid, projectUuid, name: 'web', offeringUuid, state: 'Terminated' });
    await store.commit(...[mine, next, gone].map((item) => store.resources.insert(item)));
    const uuids = async (where: Where) =>
      (await store.resources.list({ ...everywhere, projectUuid, where }, FIRST)).items.map(({ uuid }) => uuid);
    expect(await uuids({ name_exact: ['db'] })).toEqual([next.uuid]);
    expect(await uuids({ resource_uuid: [mine.clusterUuid] })).toEqual([mine.uuid]);
    expect(await uuids({ offering_uuid: [offeringUuid], state: ['OK', 'Erred'] })).toEqual([next.uuid, mine.uuid]);
    expect(await uuids({ name: ['web'], state: ['Terminated'] })).toEqual([gone.uuid]);
  });

  test('projects and tenants by name', async () => {
    const project = aProject({ customerUuid, name: 'Research' });
    const tenant = aTenant({ customerUuid, projectUuid, name: 'cloud' });
    await store.commit(store.projects.insert(project), store.tenants.insert(tenant));
    const member = { visibility: { customers: [], projects: [project.uuid] } };
    const byName = await store.projects.list({ ...member, where: { name_exact: ['Research'] } }, FIRST);
    expect(byName).toEqual({ items: [project], total: 1 });
    expect(await store.tenants.list({ ...everywhere, where: { backend_id: [tenant.backendId] } }, FIRST)).toEqual({
      items: [tenant],
      total: 1,
    });
  });
});

describe('nodes of a cluster', () => {
  test('are one query of keys, and the rows of the page', async () => {
    const clusterUuid = aUuid();
    const nodes = [1, 2, 3].map((at) => aNode({ customerUuid, projectUuid, clusterUuid, created: day(at) }));
    await store.commit(...nodes.map((node) => store.nodes.insert(node)), store.nodes.insert(aNode()));
    calls.length = 0;
    const where = { cluster_uuid: [clusterUuid] };
    const { items, total } = await store.nodes.list({ ...everywhere, where }, { page: 1, pageSize: 2 });
    expect([items.map(({ uuid }) => uuid), total]).toEqual([[nodes[2]?.uuid, nodes[1]?.uuid], 3]);
    expect(made()).toEqual(A_QUERY_AND_ROWS);
    const stranger = { visibility: { customers: [aUuid()], projects: [] } };
    expect(await store.nodes.list({ ...stranger, where }, FIRST)).toEqual({ items: [], total: 0 });
  });
});
