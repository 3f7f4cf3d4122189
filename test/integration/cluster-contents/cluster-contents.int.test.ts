import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contentUuid } from '#shared/domain/cluster-contents/cluster-content';
import { CONTENT_KINDS } from '#shared/domain/cluster-contents/content-type';
import { aRancherProject } from '#test/builders/access-builders';
import { aCluster, aUuid } from '#test/builders/builders';
import { aContent } from '#test/builders/content-builders';
import { ORIGIN, type Person } from '../_worlds/api-under-test.ts';
import { openMarket } from '../_worlds/market.ts';

const market = await openMarket();
const { store, customerUuid, projectUuid, people } = market;
const given = { customerUuid, projectUuid };
const here = aCluster({ ...given, name: 'here', backendId: 'c-m-here0000' });
const [beside, elsewhere] = [aCluster({ ...given, name: 'beside' }), aCluster({ name: 'elsewhere' })] as const;
const project = aRancherProject(here, { name: 'analytics' });
const namespace = aContent(here, {
  ...{ kind: 'NAMESPACE', name: 'shop', rancherProjectUuid: project.uuid, rancherProjectName: 'analytics' },
});
const place = {
  ...{ namespaceUuid: namespace.uuid, rancherProjectUuid: project.uuid, rancherProjectName: 'analytics' },
};
const facts = { clusterIp: '10.43.0.9', selector: { app: 'cart' }, targets: [aUuid()] };
const service = aContent(here, { kind: 'SERVICE', ...place, facts });
const items = [
  namespace,
  service,
  aContent(here, { kind: 'NAMESPACE', name: 'default' }),
  aContent(here, { kind: 'SERVICE', name: 'kubernetes', namespaceName: 'default' }),
  aContent(here, { kind: 'WORKLOAD', ...place, facts: { scale: 3, podLabels: { app: 'cart' } } }),
  aContent(here, { kind: 'INGRESS', ...place }),
  aContent(here, {
    ...{ kind: 'HPA', ...place },
    facts: {
      ...{ minReplicas: 1, maxReplicas: 4, currentReplicas: 2, desiredReplicas: 3, metrics: [] },
      workload: { type: 'apps.deployment', name: 'cart' },
    },
  }),
  aContent(here, { kind: 'APP', ...place, facts: { chart: 'cart', version: '1.2.3', catalog: 'charts' } }),
  aContent(here, { kind: 'CATALOG', name: 'charts' }),
  ...CONTENT_KINDS.map((kind) => aContent(beside, { kind })),
  ...CONTENT_KINDS.map((kind) => aContent(elsewhere, { kind })),
];
await store.commit(store.rancherProjects.insert(project));
for (const item of items) await store.commit(store.contents.insert(item));

const listed = z.array(z.object({ name: z.string(), cluster_name: z.string() }));
async function list(path: string, person: Person = people.member): Promise<string[]> {
  const { body } = await market.ask('GET', path, person);
  return listed.parse(body).map((it) => `${it.cluster_name}/${it.name}`);
}
async function show(collection: string, kind: (typeof CONTENT_KINDS)[number]) {
  const item = items.find((it) => it.kind === kind && it.clusterUuid === here.uuid) ?? expect.fail(kind);
  return (await market.ask('GET', `${collection}/${item.uuid}/`, people.member)).body;
}
const inShop = {
  namespace: `${ORIGIN}/api/rancher-namespaces/${namespace.uuid}/`,
  ...{ namespace_uuid: namespace.uuid, namespace_name: 'shop' },
};
const url = `${ORIGIN}/api/rancher-projects/${project.uuid}/`;
const asProject = { project: url, project_uuid: project.uuid, project_name: 'analytics' };
const asRancherProject = {
  rancher_project: url,
  rancher_project_uuid: project.uuid,
  rancher_project_name: 'analytics',
};

describe('what is inside clusters', () => {
  test('is shown with Waldur’s fields (S0-041, S0-064)', async () => {
    expect(await show('rancher-namespaces', 'NAMESPACE')).toEqual({
      ...{ url: `${ORIGIN}/api/rancher-namespaces/${namespace.uuid}/`, uuid: namespace.uuid, name: 'shop' },
      ...{ description: '', created: namespace.created, modified: namespace.modified, runtime_state: 'active' },
      ...{ backend_id: 'shop', cluster: `${ORIGIN}/api/rancher-clusters/${here.uuid}/`, cluster_uuid: here.uuid },
      ...{ cluster_name: 'here', ...asProject },
    });
    const workload = { scale: 3, workload_type: 'apps.deployment', ...inShop, ...asProject };
    expect(await show('rancher-workloads', 'WORKLOAD')).toMatchObject(workload);
    expect(await show('rancher-services', 'SERVICE')).toMatchObject({
      ...{ ...inShop, ...asRancherProject, project: `${ORIGIN}/api/projects/${projectUuid}/` },
      ...{ cluster_ip: '10.43.0.9', selector: { app: 'cart' } },
      target_workloads: [{ uuid: facts.targets[0] }],
    });
    expect(await show('rancher-ingresses', 'INGRESS')).toMatchObject({ rules: [], ...inShop, ...asRancherProject });
    expect(await show('rancher-hpas', 'HPA')).toMatchObject({
      ...{ min_replicas: 1, max_replicas: 4, current_replicas: 2, desired_replicas: 3, workload_name: 'cart' },
      ...{ workload_uuid: contentUuid(here.uuid, 'apps.deployment', 'shop/cart'), ...inShop },
    });
    const app = { version: '1.2.3', template_name: 'cart', catalog_name: 'charts', ...inShop, ...asRancherProject };
    expect(await show('rancher-apps', 'APP')).toMatchObject(app);
    const catalog = { catalog_url: 'https://charts.example.org/', scope_type: 'cluster', rancher_project: null };
    expect(await show('rancher-catalogs', 'CATALOG')).toMatchObject(catalog);
  });

  test('is listed to those who see the cluster, by cluster, namespace and project (S0-064)', async () => {
    expect(await list('rancher-services/?o=cluster_name,name')).toEqual([
      'beside/cart',
      'here/cart',
      'here/kubernetes',
    ]);
    expect(await list('rancher-services/', people.staff)).toHaveLength(4);
    expect(await list('rancher-services/', people.outsider)).toEqual([]);
    const of = (query: string) => list(`rancher-services/?o=cluster_name,name&${query}`);
    expect(await of(`cluster_uuid=${here.uuid}`)).toEqual(['here/cart', 'here/kubernetes']);
    expect(await of(`cluster_uuid=${elsewhere.uuid}`)).toEqual([]);
    for (const query of [`namespace_uuid=${namespace.uuid}`, `rancher_project_uuid=${project.uuid}`]) {
      expect(await of(query)).toEqual(['here/cart']);
    }
    expect(await of(`project_uuid=${project.uuid}`)).toEqual(['here/cart']);
    expect(await of(`project_uuid=${projectUuid}`)).toEqual(['beside/cart', 'here/cart', 'here/kubernetes']);
    expect(await of(`namespace_uuid=${aUuid()}`)).toEqual([]);
    expect(await list(`rancher-hpas/?workload_uuid=${contentUuid(here.uuid, 'apps.deployment', 'shop/cart')}`)).toEqual(
      ['here/cart'],
    );
    expect(await list('rancher-namespaces/?o=-project_name&name=o')).toEqual(['here/shop']);
    const orders = ['here/shop', 'here/default'];
    expect(await list(`rancher-namespaces/?o=-project_name&cluster_uuid=${here.uuid}`)).toEqual(orders);
  });

  test('is counted without the rest of it, page by page, within a cluster too', async () => {
    const path = `rancher-services/?cluster_uuid=${here.uuid}&page_size=1&page=2`;
    const { body, headers } = await market.ask('GET', path, people.member);
    expect([listed.parse(body).length, headers['x-result-count']]).toEqual([1, '2']);
    expect((await market.ask('GET', 'rancher-services/', people.member)).headers['x-result-count']).toBe('3');
  });

  test('is found in its own collection only, by who sees it', async () => {
    const status = async (path: string, person = people.member) => (await market.ask('GET', path, person)).status;
    expect(await status(`rancher-services/${service.uuid}/`)).toBe(200);
    expect(await status(`rancher-workloads/${service.uuid}/`)).toBe(404);
    expect(await status(`rancher-services/${service.uuid}/`, people.outsider)).toBe(404);
  });
});
