import { beforeEach, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { contentUuid } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentKind } from '#shared/domain/cluster-contents/content-type';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aCluster } from '#test/builders/builders';
import { aContent } from '#test/builders/content-builders';
import { makeProject } from '#test/contracts/rancher/rancher-under-test';
import type { Person } from '../_worlds/api-under-test.ts';
import { type RancherMarket, rancherMarketPerTest } from '../_worlds/rancher-market.ts';
import { joinMachine } from '../nodes/join-machine.ts';

let now: RancherMarket;
rancherMarketPerTest((opened) => {
  now = opened;
});
let cluster: Cluster;
const NOBODY = '6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60';
const ownerOf = ({ customerUuid, projectUuid }: Cluster) => ({ customerUuid, projectUuid });
beforeEach(async () => {
  cluster = await now.aClusterInRancher();
  await joinMachine(now, cluster);
});

const importing = (body: unknown, person: Person = now.market.people.staff) =>
  now.market.ask('POST', `rancher-clusters/${cluster.uuid}/import_yaml/`, { ...person, body });
const exporting = (person: Person = now.market.people.owner) =>
  now.market.ask('GET', `rancher-clusters/${cluster.uuid}/export_yaml/`, person);
async function exported() {
  const answer = await exporting();
  expect(answer).toMatchObject({ status: 200 });
  return z.object({ yaml: z.string() }).parse(answer.body).yaml;
}
const documentsOf = (text: string): unknown[] => parseAllDocuments(text).map((document) => document.toJS());
const become = async (fields: Partial<Cluster>) => {
  const { store, clock } = now.market;
  await store.commit(store.clusters.replace(changed(await store.clusters.get(cluster.uuid), clock.now(), fields)));
};
const types = async () => {
  const { body } = await now.market.ask('GET', `events/?scope=${cluster.uuid}`, now.market.people.owner);
  return z.array(z.looseObject({ event_type: z.string() })).parse(body);
};
const namespace = (name: string, annotations: object = {}) =>
  `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n  annotations: ${JSON.stringify(annotations)}\n`;

describe('YAML', () => {
  test('is applied in the cluster by staff, who read what was done, and is pulled (S0-093)', async () => {
    expect([await listed('namespaces'), await listed('nodes')]).toEqual([[], []]);
    expect(await importing({ yaml: namespace('shop') })).toMatchObject({
      status: 200,
      body: {
        details: 'The YAML was applied.',
        documents: [{ document: 1, line: 1, kind: 'Namespace', name: 'shop', outcome: 'created', error: '' }],
      },
    });
    expect(await listed('namespaces')).toEqual(['default', 'local', 'shop']);
    expect(await listed('nodes')).toEqual(['one']);
    expect(documentsOf(await exported())).toContainEqual(
      expect.objectContaining({ kind: 'Namespace', metadata: expect.objectContaining({ name: 'shop' }) }),
    );
    const imported = (await types()).find(({ event_type }) => event_type === 'resource_yaml_imported');
    expect(JSON.stringify(imported)).toContain('"kinds":{"after":"Namespace"}');
    expect(JSON.stringify(imported)).not.toContain('shop');
  });

  test('of a cluster is what Rancher keeps of it, and can be imported again (S0-031, S0-094)', async () => {
    const { backendId, name } = cluster;
    const projectId = await makeProject(now.opened.backend, backendId, 'Shop');
    const quota = { limit: { limitsCpu: '2000m' } };
    const placed = { 'field.cattle.io/projectId': projectId, 'field.cattle.io/resourceQuota': JSON.stringify(quota) };
    await importing({ yaml: namespace('shop', placed) });
    const yaml = await exported();
    const documents = documentsOf(yaml);
    expect(documents[0]).toMatchObject({ kind: 'Cluster', metadata: { name, namespace: 'fleet-default' } });
    expect(documents).toContainEqual(
      expect.objectContaining({ kind: 'Project', spec: expect.objectContaining({ displayName: 'Shop' }) }),
    );
    expect(documents).toContainEqual({
      ...{ apiVersion: 'v1', kind: 'Namespace' },
      metadata: { name: 'shop', labels: {}, annotations: placed },
    });
    expect(yaml).not.toContain('kube-system');
    expect(await importing({ yaml })).toMatchObject({ status: 200 });
    expect(await exported()).toBe(yaml);
  });

  test('that Rancher refuses is answered in Rancher’s words, or as a server error where it has none', async () => {
    const details = 'the token may not do this';
    const refusal = { kind: 'status', method: 'GET', path: '/k8s/clusters/' } as const;
    await now.simulator.plan({ ...refusal, status: 403, body: { type: 'error', message: details } });
    expect(await importing({ yaml: namespace('shop') })).toMatchObject({ status: 400, body: { details } });
    await now.simulator.clearFaults();
    await now.simulator.plan({ ...refusal, status: 503 });
    const answer = await importing({ yaml: namespace('shop') });
    expect(answer).toMatchObject({ status: 400, body: { details: 'Server error' } });
  });
});

/** Records an object of the cluster as a pull does. Returns the uuid of the record. */
async function recorded(name: string, of: Cluster = cluster, kind: ContentKind = 'NAMESPACE') {
  const content = aContent(of, { kind, name });
  await now.market.store.commit(now.market.store.contents.insert(content));
  return content.uuid;
}
async function listed(collection: string, of: Cluster = cluster) {
  const path = `rancher-${collection}/?o=name&cluster_uuid=${of.uuid}`;
  const { body } = await now.market.ask('GET', path, now.market.people.member);
  const items = z.array(z.looseObject({ name: z.string(), namespace_name: z.string().default('') })).parse(body);
  return items.map(({ name, namespace_name }) => [namespace_name, name].filter(Boolean).join('/'));
}

describe('objects that name no namespace', () => {
  const pods = '{metadata: {labels: {app: cart}}, spec: {containers: [{name: cart, image: example.org/cart}]}}';
  const spec = `{replicas: 2, selector: {matchLabels: {app: cart}}, template: ${pods}}`;
  const settings = `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: cart\nspec: ${spec}\n`;
  beforeEach(async () => {
    for (const name of ['shop', 'till'])
      expect(await importing({ yaml: namespace(name) })).toMatchObject({ status: 200 });
  });
  const uuidOf = (name: string) => contentUuid(cluster.uuid, 'namespace', name);

  test('come into the one that the import names, by uuid or URL, else into the default one (S0-093)', async () => {
    expect(await importing({ yaml: settings, default_namespace: uuidOf('till') })).toMatchObject({ status: 200 });
    expect(await listed('workloads')).toEqual(['till/cart']);
    const url = `https://paddock.example/api/rancher-namespaces/${uuidOf('shop')}/`;
    const both = { yaml: settings, namespace: url, default_namespace: uuidOf('till') };
    expect(await importing(both)).toMatchObject({ status: 200 });
    expect(await listed('workloads')).toEqual(expect.arrayContaining(['shop/cart', 'till/cart']));
  });

  test('and one that names another namespace than the import is refused with its field', async () => {
    const yaml = settings.replace('name: cart\n', 'name: cart\n  namespace: till\n');
    const answer = await importing({ yaml, namespace: uuidOf('shop') });
    const details = expect.stringContaining('does not match the namespace "shop"');
    const documents = [{ outcome: 'refused', causes: [{ field: 'metadata.namespace', line: 5 }] }];
    expect(answer).toMatchObject({ status: 400, body: { details, documents } });
  });
});

describe('an import is refused', () => {
  test('into namespaces of another cluster, and into what is in one, before Rancher is asked (S0-093)', async () => {
    const elsewhere = aCluster({ ...ownerOf(cluster), name: 'elsewhere' });
    const foreign = await recorded('shop', elsewhere);
    const answer = await importing({ yaml: namespace('a'), namespace: foreign, default_namespace: foreign });
    const related = 'should be related to the same cluster.';
    expect(answer).toMatchObject({
      status: 400,
      body: { non_field_errors: [`Namespace ${related}`, `Default namespace ${related}`] },
    });
    const workload = await recorded('cart', cluster, 'WORKLOAD');
    const noNamespace = { namespace: ['Invalid hyperlink - Object does not exist.'] };
    expect(await importing({ yaml: namespace('a'), namespace: workload })).toMatchObject({
      ...{ status: 400, body: noNamespace },
    });
    expect(await exported()).not.toContain('name: a\n');
  });

  test('to everybody but staff, even of what is not there; outside OK and in read-only mode (R-9-33)', async () => {
    const { owner, outsider, staff } = now.market.people;
    const body = { yaml: namespace('shop') };
    expect([(await importing(body, owner)).status, (await importing(body, outsider)).status]).toEqual([403, 403]);
    now.site.readOnlyMode = true;
    expect((await importing(body, staff)).status).toBe(405);
    await become({ state: 'ERRED' });
    expect(await importing(body)).toMatchObject({ status: 409, body: { detail: 'Valid states for operation: OK.' } });
  });

  test.each<[string, object, object]>([
    ['without YAML', {}, { yaml: ['This field is required.'] }],
    ['of an empty one', { yaml: '' }, { yaml: ['This field may not be blank.'] }],
    ['of what is none', { yaml: 'a: 1\nkind: [' }, { yaml: [expect.stringMatching(/^Invalid YAML at line 2/)] }],
    ['of too much', { yaml: 'a'.repeat(1_048_577) }, { yaml: [expect.stringMatching(/no more than 1048576/)] }],
    [
      'into a namespace that is not there',
      { yaml: 'a: 1', namespace: `https://paddock.example/api/rancher-namespaces/${NOBODY}/` },
      { namespace: ['Invalid hyperlink - Object does not exist.'] },
    ],
    [
      'with a default namespace that is not there',
      { yaml: 'a: 1', namespace: null, default_namespace: NOBODY },
      { default_namespace: ['Invalid hyperlink - Object does not exist.'] },
    ],
    [
      'into what is no namespace',
      { yaml: 'a: 1', namespace: `https://paddock.example/api/rancher-projects/${NOBODY}/` },
      { namespace: ['Invalid hyperlink - Incorrect URL match.'] },
    ],
  ])('%s', async (_what, body, errors) => {
    expect(await importing(body)).toMatchObject({ status: 400, body: errors });
  });
});

test('an export is for administrators and those who look, of what has come to Rancher', async () => {
  const { owner, manager, member, outsider } = now.market.people;
  const support = await now.market.person({ isSupport: true });
  const statuses = await Promise.all([owner, manager, support, member, outsider].map((person) => exporting(person)));
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 403, 404]);
  await become({ backendId: '' });
  expect(await exporting()).toMatchObject({ status: 400, body: ['Resource does not have backend ID.'] });
  await become({ state: 'DELETING' });
  expect(await exporting()).toMatchObject({ status: 409 });
});
