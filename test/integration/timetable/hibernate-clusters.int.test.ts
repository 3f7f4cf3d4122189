import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import type { Hibernation } from '#shared/domain/timetable/hibernation';
import { aCluster, aNode, aNodeSpec, aResource, aUuid } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

let site: SiteSettings;
let market: Market;
beforeEach(async () => {
  site = { ...DEFAULT_SITE_SETTINGS };
  market = await openMarket({ site });
});

const asleep = (status: Hibernation['status']): Partial<Cluster> => ({
  hibernation: { status, since: '2026-11-01T20:00:00.000Z', drained: [] },
});

async function standing(fields: Partial<Cluster> = {}, broken: Partial<Node> = {}) {
  const { store, customerUuid, projectUuid } = market;
  const place = { customerUuid, projectUuid };
  const resourceUuid = aUuid();
  const cluster = aCluster({ ...place, state: 'OK', backendId: 'c-m-1', resourceUuid, ...fields });
  const resource = aResource({ ...place, state: 'OK', uuid: resourceUuid, clusterUuid: cluster.uuid });
  const nodes = (['server', 'agent', 'agent'] as const).map((role, index) =>
    aNode({
      ...{ ...place, clusterUuid: cluster.uuid, state: 'OK', instanceId: `vm-${index}`, backendId: `c-m-1:m-${index}` },
      ...{ spec: aNodeSpec({ name: `${role}-${index}`, role }), ...(index === 2 && broken) },
    }),
  );
  await store.commit(
    store.resources.insert(resource),
    store.clusters.insert({ ...cluster, nodes: nodes.map(summaryOf) }),
    ...nodes.map((node) => store.nodes.insert(node)),
  );
  const path = `rancher-clusters/${cluster.uuid}/`;
  return {
    ...{ nodes, path, uuid: cluster.uuid, resourceUuid },
    now: () => store.clusters.get(cluster.uuid),
    act: (action: 'hibernate' | 'wake', person: Person = market.people.owner) =>
      market.ask('POST', `${path}${action}/`, person),
  };
}
const pending = async () => (await market.store.outbox.listPending(10)).operations;

describe('hibernating a cluster', () => {
  test('is accepted at once, with its own machine', async () => {
    const { act, now, uuid, path, resourceUuid } = await standing();
    expect(await act('hibernate')).toMatchObject({
      ...{ status: 202, body: { status: 'HIBERNATING', since: expect.any(String) } },
    });
    const cluster = await now();
    expect(cluster).toMatchObject({ state: 'UPDATE_SCHEDULED', hibernation: { status: 'HIBERNATING', drained: [] } });
    expect(await pending()).toMatchObject([
      { uuid: cluster.operationUuid, machine: 'hibernate-cluster', clusterUuid: uuid },
    ]);
    expect((await market.store.resources.get(resourceUuid)).state).toBe('Updating');
    const shown = await market.ask('GET', path, market.people.member);
    expect(shown.body).toMatchObject({ hibernation: { status: 'HIBERNATING' } });
  });

  test('wakes up by a machine of its own, and shows that it is awake before', async () => {
    const { act, now, path } = await standing(asleep('HIBERNATED'));
    expect(await act('wake')).toMatchObject({ status: 202, body: { status: 'WAKING' } });
    expect(await now()).toMatchObject({ state: 'UPDATE_SCHEDULED', hibernation: { status: 'WAKING' } });
    expect(await pending()).toMatchObject([{ machine: 'wake-cluster' }]);
    const other = await standing();
    expect((await market.ask('GET', other.path, market.people.owner)).body).toMatchObject({
      ...{ hibernation: { status: 'AWAKE', since: null }, hibernation_schedules: [], maintenance: null },
    });
    expect(path).not.toBe(other.path);
  });

  test('is for administrators, and not in read-only mode', async () => {
    const { act } = await standing();
    expect((await act('hibernate', market.people.member)).status).toBe(403);
    expect((await act('hibernate', market.people.outsider)).status).toBe(404);
    site.readOnlyMode = true;
    expect((await act('hibernate')).status).toBe(405);
  });

  const refused: [string, Partial<Cluster>, Partial<Node>, 'hibernate' | 'wake', RegExp][] = [
    ['while it is changed', { state: 'UPDATING' }, {}, 'hibernate', /operation is changing/],
    ['twice', asleep('HIBERNATED'), {}, 'hibernate', /hibernated already/],
    ['with a broken node', {}, { state: 'ERRED' }, 'hibernate', /agent-2/],
    ['with a machine that Paddock does not know', {}, { instanceId: '' }, 'hibernate', /agent-2/],
    ['from sleep when it is awake', {}, {}, 'wake', /not hibernated/],
  ];
  test.each(refused)('is refused with the reason: %s', async (_when, fields, broken, action, says) => {
    const { act } = await standing(fields, broken);
    const answer = await act(action);
    expect([answer.status, answer.text]).toEqual([409, expect.stringMatching(says)]);
    expect(await pending()).toEqual([]);
  });
});

describe('a hibernated cluster', () => {
  test.each([
    ['an upgrade', 'POST', 'upgrade/', { kubernetes_version: 'v1.32.3+rke2r1' }],
    ['a kubeconfig', 'POST', 'kubeconfig/', {}],
    ['a replacement', 'POST', 'replace_node/', {}],
    ['a pull', 'POST', 'pull/', {}],
  ])('refuses %s, and says why', async (_what, method, route, body) => {
    const { path } = await standing(asleep('HIBERNATED'));
    const answer = await market.ask(method, path + route, { ...market.people.owner, body });
    expect([answer.status, answer.body]).toEqual([409, { detail: 'The cluster is hibernated. Wake it up first.' }]);
  });

  test('refuses to lose a node', async () => {
    const { nodes } = await standing(asleep('HIBERNATED'));
    const says = { detail: 'The cluster is hibernated. Wake it up first.' };
    const removal = await market.ask('DELETE', `rancher-nodes/${nodes[2]?.uuid}/`, market.people.owner);
    expect([removal.status, removal.body]).toEqual([409, says]);
  });

  test('can be described, and given a timetable', async () => {
    const { path, now } = await standing(asleep('HIBERNATED'));
    const body = { description: 'Asleep', hibernation_schedules: [{ end: '0 7 * * 1-5', location: 'Europe/Berlin' }] };
    expect(await market.ask('PATCH', path, { ...market.people.owner, body })).toMatchObject({
      status: 200,
      body: { hibernation_schedules: [{ start: null, end: '0 7 * * 1-5', location: 'Europe/Berlin' }] },
    });
    expect((await now()).hibernation?.status).toBe('HIBERNATED');
  });

  test('can be deleted', async () => {
    const { path, now } = await standing(asleep('HIBERNATED'));
    expect((await market.ask('DELETE', path, market.people.owner)).status).toBe(202);
    expect(await now()).toMatchObject({ state: 'DELETION_SCHEDULED' });
    expect((await now()).hibernation).toBeUndefined();
  });
});

describe('the timetable of a cluster', () => {
  const patch = (path: string, body: object) => market.ask('PATCH', path, { ...market.people.owner, body });

  test('is kept, shown, replaced field by field, and removed', async () => {
    const { path, now } = await standing();
    const schedule = { start: '0 20 * * 1-5', end: '0 7 * * 1-5', location: 'Europe/Berlin' };
    const maintenance = { time_window: { begin: '22:00', end: '02:00', time_zone: 'UTC' }, days: ['SAT'] };
    const both = { hibernation_schedules: [schedule], maintenance };
    expect((await patch(path, both)).body).toMatchObject(both);
    const { handledUntil } = (await now()).timetable ?? {};
    expect((await patch(path, { maintenance: null })).body).toMatchObject({ ...both, maintenance: null });
    expect((await now()).timetable?.handledUntil).toBe(handledUntil);
    expect((await patch(path, { name: 'shop' })).body).toMatchObject({ hibernation_schedules: [schedule] });
    await patch(path, { hibernation_schedules: [] });
    expect((await now()).timetable).toBeUndefined();
  });

  test.each([
    ['a line that is no cron line', { hibernation_schedules: [{ start: 'at night' }] }, 'start'],
    ['a time that never comes', { hibernation_schedules: [{ end: '0 0 31 2 *' }] }, 'end'],
    ['a place that is none', { hibernation_schedules: [{ start: '0 0 * * *', location: 'Mars' }] }, 'location'],
    ['a schedule without times', { hibernation_schedules: [{}] }, 'start'],
    ['an unknown field', { hibernation_schedules: [{ start: '0 0 * * *', stop: '1' }] }, 'stop'],
    ['an hour that is none', { maintenance: { time_window: { begin: '24:00', end: '02:00' } } }, 'begin'],
    ['a day that is none', { maintenance: { time_window: { begin: '1:00', end: '02:00' }, days: ['CAT'] } }, 'days'],
  ])('is refused with %s, by its name', async (_what, body, field) => {
    const { path, now } = await standing();
    const answer = await patch(path, body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`"${field}"`)]);
    expect((await now()).timetable).toBeUndefined();
  });
});
