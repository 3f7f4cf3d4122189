import { describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { clusterNameClaim } from '#shared/domain/planning/naming';
import { aRancherUser, aRancherUserLink } from '#test/builders/access-builders';
import { aCluster, aNode } from '#test/builders/builders';
import { anImportedCluster, type OpenedRancher } from '#test/contracts/rancher/rancher-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Person } from '../_worlds/api-under-test.ts';
import type { Market } from '../_worlds/market.ts';
import { rancherMarketPerTest } from '../_worlds/rancher-market.ts';

const NAME_TEXT =
  "Name must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";

let simulator: Simulator;
let opened: OpenedRancher;
let market: Market;
let settingsUuid: string;
let site: SiteSettings;
rancherMarketPerTest((now) => {
  ({ simulator, opened, market, settingsUuid, site } = now);
});

/** A cluster in Rancher with a node and a user's role. */
async function made(fields: Partial<Cluster> = {}, inRancher?: { id: string; name: string }) {
  const { store, customerUuid, projectUuid } = market;
  const { id: backendId, name } = inRancher ?? (await opened.aManagedCluster());
  const cluster = aCluster({ customerUuid, projectUuid, settingsUuid, backendId, name, state: 'OK', ...fields });
  const { uuid } = cluster;
  const node = aNode({ customerUuid, projectUuid, clusterUuid: uuid, clusterName: cluster.name, settingsUuid });
  await store.commit(
    store.clusters.insert(cluster),
    store.claims.insert(clusterNameClaim(settingsUuid, cluster.name), uuid, () => new Error('taken')),
    store.nodes.insert(node),
    store.rancherUserLinks.insert(aRancherUserLink(cluster, aRancherUser({ settingsUuid }))),
  );
  const send = (method: 'PUT' | 'PATCH', body: object, person: Person = market.people.owner) =>
    market.ask(method, `rancher-clusters/${uuid}/`, { ...person, body });
  return {
    ...{ uuid, name, cluster },
    put: (body: object) => send('PUT', body),
    patch: (body: object, person?: Person) => send('PATCH', body, person),
    now: () => store.clusters.get(uuid),
    inRancher: async () => (await opened.rancher.findCluster(backendId))?.name,
    renamings: async () =>
      (await store.events.listByCluster(uuid)).filter(({ step }) => step === 'rename').map(({ message }) => message),
    shownInParts: async () => [
      ...(await store.nodes.listByCluster(uuid)).map(({ clusterName }) => clusterName),
      ...(await store.rancherUserLinks.listByCluster(uuid)).map(({ clusterName }) => clusterName),
    ],
    holder: (of: string) => store.claims.holderOf(clusterNameClaim(settingsUuid, of)),
  };
}
/** A cluster that was registered in Rancher by hand and then imported. Rancher chose its name. */
const imported = async () => {
  const inRancher = await anImportedCluster(opened);
  return made({ imported: { publicIps: [] }, provisioningName: inRancher.name }, inRancher);
};
let count = 0;
const aName = () => `renamed-${process.pid}-${++count}`;
const asked = () => simulator.countOf('PUT', '');

describe('a cluster gets another name', () => {
  test('here and in its parts, and is OK all the while; Rancher, which keeps the first one, is not asked (S0-027, S0-208, R-9-35)', async () => {
    const { name: first, patch, now, inRancher, shownInParts } = await made();
    const name = aName();
    const before = await asked();
    expect(await patch({ name }, market.people.manager)).toMatchObject({ status: 200, body: { name, state: 'OK' } });
    expect([await inRancher(), ...(await shownInParts())]).toEqual([first, name, name]);
    expect([await asked(), (await now()).isRenameDue]).toEqual([before, false]);
  });

  test('in Rancher too, where it was imported and Rancher keeps it', async () => {
    const { patch, now, inRancher, renamings } = await imported();
    const name = aName();
    expect(await patch({ name })).toMatchObject({ status: 200, body: { name } });
    expect([await inRancher(), (await now()).isRenameDue, await renamings()]).toEqual([name, undefined, []]);
  });

  test('and says what Rancher keeps, where an imported one was made by an object', async () => {
    const { name: first, patch, now, inRancher, renamings } = await made({ imported: { publicIps: [] } });
    const name = aName();
    const before = await asked();
    expect(await patch({ name })).toMatchObject({ status: 200, body: { name } });
    expect([await inRancher(), await asked(), (await now()).isRenameDue]).toEqual([first, before, undefined]);
    expect(await renamings()).toEqual([`The cluster is called ${name} in Paddock, and ${first} in Rancher`]);
  });

  test('and keeps that of its Kubernetes object to itself; one in between is free again', async () => {
    const { uuid, name, put, patch, holder } = await made();
    const [second, third] = [aName(), aName()];
    await put({ name: second });
    await put({ name: third });
    expect([await holder(name), await holder(second), await holder(third)]).toEqual([uuid, undefined, uuid]);
    expect(await patch({ name })).toMatchObject({ status: 200, body: { name } });
    expect([await holder(name), await holder(third)]).toEqual([uuid, undefined]);
  });

  test('but not that of another one at the provider (S0-207)', async () => {
    const [one, other] = [await made(), await made()];
    const refused = { status: 400, body: { name: ['Name is not unique.'] } };
    expect(await one.patch({ name: other.name, description: 'kept out' })).toMatchObject(refused);
    expect([await one.inRancher(), (await one.now()).description]).toEqual([one.name, '']);
  });

  test('though Rancher is away: it is kept, and the same call again brings it there', async () => {
    const { name: before, patch, now, inRancher } = await imported();
    const name = aName();
    await simulator.plan({ kind: 'status', status: 503, method: 'PUT', path: '/v3/clusters/' });
    expect((await patch({ name })).status).toBe(503);
    await simulator.clearFaults();
    expect([await inRancher(), await now()]).toEqual([before, expect.objectContaining({ name, isRenameDue: true })]);
    expect((await patch({ name })).status).toBe(200);
    expect([await inRancher(), (await now()).isRenameDue]).toEqual([name, undefined]);
  });

  test('from several at once: Rancher and the parts have the one that the record has', async () => {
    const { patch, now, inRancher, shownInParts } = await imported();
    const names = [aName(), aName(), aName()];
    const answers = await Promise.all(names.map((name) => patch({ name })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { name, isRenameDue } = await now();
    expect([names.includes(name), isRenameDue]).toEqual([true, undefined]);
    expect([await inRancher(), ...(await shownInParts())]).toEqual([name, name, name]);
  });

  test('without Rancher being asked where it does not have the cluster', async () => {
    const { patch, now } = await made({ backendId: '' });
    const name = aName();
    expect(await patch({ name })).toMatchObject({ status: 200, body: { name } });
    expect((await now()).isRenameDue).toBe(false);
  });
});

describe('a cluster’s description', () => {
  test('is changed without a request to Rancher, with its name beside it or without (S0-209)', async () => {
    const { name, put, patch } = await made();
    await simulator.plan({ kind: 'status', status: 500, path: '/v3/' });
    const before = await asked();
    expect(await patch({ description: 'first' })).toMatchObject({ status: 200, body: { name, description: 'first' } });
    expect(await put({ name, description: 'second' })).toMatchObject({ status: 200, body: { description: 'second' } });
    expect(await put({ name })).toMatchObject({ status: 200, body: { description: 'second' } });
    expect(await asked()).toBe(before);
  });

  test('and its name, changed at the same moment, do not lose each other', async () => {
    const { patch, now, inRancher } = await imported();
    const name = aName();
    const answers = await Promise.all([patch({ description: 'mine' }), patch({ name })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await now(), await inRancher()]).toEqual([expect.objectContaining({ name, description: 'mine' }), name]);
  });
});

describe('a change of a cluster is refused', () => {
  test('for what is no name, or none at all where all is replaced (S0-207)', async () => {
    const { name, put, patch, inRancher } = await made();
    expect(await patch({ name: 'No Name' })).toMatchObject({ status: 400, body: { name: [NAME_TEXT] } });
    for (const reserved of ['local', 'c-abcde']) {
      const refused = { status: 400, body: { name: [expect.stringContaining('Rancher reserves these names')] } };
      expect(await patch({ name: reserved })).toMatchObject(refused);
    }
    expect(await put({ description: 'x' })).toMatchObject({ status: 400, body: { name: ['This field is required.'] } });
    const long = { description: ['Ensure this field has no more than 2000 characters.'] };
    expect(await patch({ description: 'x'.repeat(2001) })).toMatchObject({ status: 400, body: long });
    expect(await inRancher()).toBe(name);
  });

  test('to members, outside OK and in read-only mode, in this order (R-9-37)', async () => {
    const { patch } = await made();
    const { outsider, member, owner, staff } = market.people;
    const statusFor = async (person: Person) => (await patch({ description: 'x' }, person)).status;
    site.readOnlyMode = true;
    expect(await Promise.all([outsider, member, owner, staff].map(statusFor))).toEqual([404, 403, 405, 405]);
    const busy = await made({ state: 'ERRED' });
    const refused = { status: 409, body: { detail: 'Valid states for operation: OK.' } };
    expect(await busy.patch({ name: 'No Name' })).toMatchObject(refused);
  });
});

describe('a cluster heals itself', () => {
  test('where the site asks for it, and not by default; nobody asks Rancher for that', async () => {
    const { uuid, put, patch, name, now } = await made();
    const before = await asked();
    const shown = async () => (await market.ask('GET', `rancher-clusters/${uuid}/`, market.people.member)).body;
    expect(await shown()).toMatchObject({ autohealing: false, autohealing_held: '' });
    expect(await patch({ autohealing: true })).toMatchObject({ status: 200, body: { autohealing: true, name } });
    const { store, clock } = market;
    const held = changed(await now(), clock.now(), { healing: { tries: [], held: 'Too many at once.' } });
    await store.commit(store.clusters.replace(held));
    expect(await shown()).toMatchObject({ autohealing: true, autohealing_held: 'Too many at once.' });
    expect(await patch({ autohealing: 'perhaps' })).toMatchObject({
      status: 400,
      body: { autohealing: expect.anything() },
    });
    expect(await put({ name, autohealing: false })).toMatchObject({
      body: { autohealing: false, autohealing_held: '' },
    });
    expect(await asked()).toBe(before);
  });
});
