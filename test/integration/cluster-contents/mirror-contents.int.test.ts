import { beforeEach, describe, expect, test } from 'vitest';
import { forgetContents } from '#shared/app/cluster-contents/write-contents';
import { changed } from '#shared/domain/_core/record';
import { CONTENT_KINDS } from '#shared/domain/cluster-contents/content-type';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { BackendUnavailable, VersionConflict } from '#shared/errors';
import { contentsBedPerFile } from './contents-bed.ts';

const bed = await contentsBedPerFile();
const { store, clock } = bed;
let cluster: Cluster;
beforeEach(async () => {
  cluster = await bed.cluster();
});

const refOf = ({ settingsUuid, uuid }: Cluster) => ({ settingsUuid, clusterUuid: uuid });
const projectsOf = async (of: Cluster) =>
  (await store.rancherProjects.listByCluster(refOf(of))).map(({ name }) => name).sort();
async function everything(of: Cluster) {
  const kinds = await Promise.all(CONTENT_KINDS.map((kind) => store.contents.listByCluster(of.uuid, kind)));
  return [...kinds.flat(), ...(await store.rancherProjects.listByCluster(refOf(of)))];
}
/** Creates a project with one namespace. The namespace contains one object of each kind. */
async function aShop(of: Cluster, name = 'shop'): Promise<string> {
  const projectId = await bed.rancher.aProject(of.backendId, name);
  const annotations = { 'field.cattle.io/projectId': projectId, 'field.cattle.io/creatorId': 'user-x7k2q' };
  await bed.inside(of).make('namespaces', { metadata: { name, annotations } });
  await bed.inside(of).fillShop(name);
  return projectId;
}

describe('a pull of what is inside a cluster', () => {
  test('brings projects, namespaces and all that is in them, but nothing of the project System (S0-036, S0-087, S0-088, S0-089, S0-215, S0-216)', async () => {
    await aShop(cluster);
    const report = await bed.pull(cluster);
    expect(report).toMatchObject({ isComplete: true, cut: [] });
    expect(await projectsOf(cluster)).toEqual(['Default', 'System', 'shop']);
    expect(await bed.recorded(cluster, 'NAMESPACE')).toEqual(['default', 'local', 'shop']);
    expect(await bed.recorded(cluster, 'WORKLOAD')).toEqual(['shop/cart', 'shop/report']);
    expect(await bed.recorded(cluster, 'SERVICE')).toEqual(['default/kubernetes', 'shop/cart']);
    expect(await bed.recorded(cluster, 'INGRESS')).toEqual(['shop/shop']);
    expect(await bed.recorded(cluster, 'HPA')).toEqual(['shop/cart']);
    expect(await bed.recorded(cluster, 'APP')).toEqual([]);
    const catalogs = ['rancher-charts', 'rancher-partner-charts', 'rancher-rke2-charts'];
    expect(await bed.recorded(cluster, 'CATALOG')).toEqual(catalogs);
  });

  test('with nothing changed is one request, and writes nothing', async () => {
    await aShop(cluster);
    await bed.pull(cluster);
    const before = [await everything(cluster), await store.contents.recall(cluster.uuid)];
    bed.asked.length = 0;
    expect(await bed.pull(cluster)).toEqual({ listed: [], written: 0, cut: [], isComplete: true });
    expect(bed.asked).toEqual(['GET countContents']);
    expect([await everything(cluster), await store.contents.recall(cluster.uuid)]).toEqual(before);
  });

  test('lists only the types of which something came or went', async () => {
    await bed.pull(cluster);
    const spec = { gitRepo: 'https://git.example.org/charts', gitBranch: 'main' };
    await bed.inside(cluster).make('catalog.cattle.io.clusterrepos', { metadata: { name: 'ours' }, spec });
    expect(await bed.pull(cluster)).toMatchObject({ listed: ['catalog.cattle.io.clusterrepo'], written: 1 });
    await bed.inside(cluster).remove('catalog.cattle.io.clusterrepos', 'ours');
    expect(await bed.pull(cluster)).toMatchObject({ listed: ['catalog.cattle.io.clusterrepo'], written: 1 });
    expect(await bed.recorded(cluster, 'CATALOG')).not.toContain('ours');
  });

  test('sees within an hour what was changed in place, which counts do not show', async () => {
    await aShop(cluster);
    await bed.pull(cluster);
    const [before] = await store.contents.listByCluster(cluster.uuid, 'HPA');
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' };
    const spec = { minReplicas: 1, maxReplicas: 9, metrics: [], scaleTargetRef };
    await bed.inside(cluster).change('autoscaling.horizontalpodautoscalers', 'shop/cart', { spec });
    expect(await bed.pull(cluster)).toMatchObject({ listed: [], written: 0 });
    clock.advance(3600);
    expect(await bed.pull(cluster)).toMatchObject({ written: 1 });
    const [after] = await store.contents.listByCluster(cluster.uuid, 'HPA');
    expect(after).toMatchObject({ uuid: before?.uuid, version: 1, facts: { maxReplicas: 9 } });
  });

  test('follows a namespace into another project, with all that is in it, and out of sight into System', async () => {
    await aShop(cluster);
    await bed.pull(cluster);
    const move = async (to: string) => {
      const projects = await store.rancherProjects.listByCluster(refOf(cluster));
      const id = projects.find(({ name }) => name === to)?.backendId ?? expect.fail(`there is no ${to}`);
      const metadata = { annotations: { 'field.cattle.io/projectId': id } };
      await bed.inside(cluster).change('namespaces', 'shop', { metadata });
      clock.advance(3600);
      await bed.pull(cluster);
    };
    await move('Default');
    const [service] = (await store.contents.listByCluster(cluster.uuid, 'SERVICE')).filter(
      ({ name }) => name === 'cart',
    );
    expect(service).toMatchObject({ rancherProjectName: 'Default' });
    const shown = (await store.rancherProjects.listByCluster(refOf(cluster))).map(({ name, namespaces }) => ({
      ...{ name, in: namespaces.map((it) => it.name) },
    }));
    expect(shown).toContainEqual({ name: 'Default', in: ['default', 'shop'] });
    await move('System');
    expect(await bed.recorded(cluster, 'NAMESPACE')).toEqual(['default', 'local']);
    expect(await bed.recorded(cluster, 'WORKLOAD')).toEqual([]);
  });

  test('leads a service to the workloads that its selector fits, once they are there', async () => {
    await aShop(cluster);
    await bed.inside(cluster).remove('apps.deployments', 'shop/cart');
    await bed.pull(cluster);
    const targets = async () =>
      (await store.contents.listByCluster(cluster.uuid, 'SERVICE')).find(({ name }) => name === 'cart')?.facts.targets;
    expect(await targets()).toEqual([]);
    const containers = [{ name: 'cart', image: 'example.org/cart:2' }];
    const template = { metadata: { labels: { app: 'cart', tier: 'web' } }, spec: { containers } };
    const selector = { matchLabels: { app: 'cart' } };
    const metadata = { name: 'cart', namespace: 'shop' };
    await bed.inside(cluster).make('apps.deployments', { metadata, spec: { selector, template } });
    await bed.pull(cluster);
    const workloads = await store.contents.listByCluster(cluster.uuid, 'WORKLOAD');
    expect(await targets()).toEqual(workloads.filter(({ name }) => name === 'cart').map(({ uuid }) => uuid));
  });

  test('takes what a project of Rancher had away with it (S0-155)', async () => {
    const projectId = await aShop(cluster);
    await bed.pull(cluster);
    const { url, key } = bed.rancher.backend;
    const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
    const headers = { authorization };
    await fetch(`${url}/v3/projects/${projectId}`, { method: 'DELETE', headers, signal: AbortSignal.timeout(10_000) });
    // Rancher deletes a project's namespaces some time after the project. A project's record is removed only after the
    // project was missing in two successive pulls.
    const left = async () => {
      await bed.pull(cluster);
      return [await bed.recorded(cluster, 'NAMESPACE'), await projectsOf(cluster)];
    };
    const own = [
      ['default', 'local'],
      ['Default', 'System'],
    ];
    await expect.poll(left, { timeout: 10_000 }).toEqual(own);
    for (const kind of ['WORKLOAD', 'INGRESS', 'HPA'] as const) expect(await bed.recorded(cluster, kind)).toEqual([]);
  });

  test('mirrors no more of a type than is wanted, and writes on in the next where there is much to write', async () => {
    await aShop(cluster);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      await bed
        .inside(cluster)
        .make('services', { metadata: { name, namespace: 'shop' }, spec: { clusterIP: 'None' } });
    }
    const pull = () => bed.pull(cluster, { ofAType: 9, writes: 6 });
    expect(await pull()).toMatchObject({ isComplete: false, written: 6, cut: ['service'] });
    expect(await pull()).toMatchObject({ isComplete: false, written: 6, cut: ['service'] });
    expect(await pull()).toMatchObject({ isComplete: true, written: 6 });
    // A pull reads at most nine services here. One of the nine is in a hidden namespace. So only eight are recorded:
    // `default/kubernetes` and these seven.
    const shop = ['a', 'b', 'c', 'cart', 'd', 'e', 'f'].map((name) => `shop/${name}`);
    expect(await bed.recorded(cluster, 'SERVICE')).toEqual(['default/kubernetes', ...shop]);
    expect(await bed.recorded(cluster, 'CATALOG')).toHaveLength(3);
    // Catalogs are listed last.
    expect(await pull()).toMatchObject({ listed: ['catalog.cattle.io.clusterrepo'], written: 1 });
    expect(await pull()).toMatchObject({ listed: [], written: 0 });
  });

  test('says that Rancher is away, keeps what it had, and asks nothing of one that is not active', async () => {
    await bed.pull(cluster);
    const known = await everything(cluster);
    const path = `/k8s/clusters/${cluster.backendId}/`;
    await bed.rancher.backend.simulator?.plan({ kind: 'status', status: 503, path });
    await expect(bed.pull(cluster)).rejects.toThrow(BackendUnavailable);
    await bed.rancher.backend.simulator?.clearFaults();
    bed.asked.length = 0;
    await bed.pull({ ...cluster, runtimeState: 'unavailable' });
    expect(bed.asked).toEqual([]);
    expect(await everything(cluster)).toEqual(known);
  });

  test('that fails in the middle is made up for by the next', async () => {
    await aShop(cluster);
    await bed.rancher.backend.simulator?.plan({ kind: 'status', status: 503, path: 'batch\\.cronjobs' });
    await expect(bed.pull(cluster)).rejects.toThrow(BackendUnavailable);
    await bed.rancher.backend.simulator?.clearFaults();
    await bed.pull(cluster);
    expect(await bed.recorded(cluster, 'WORKLOAD')).toEqual(['shop/cart', 'shop/report']);
    expect(await bed.recorded(cluster, 'HPA')).toEqual(['shop/cart']);
  });
});

describe('what was mirrored of a cluster', () => {
  test('goes with it, and no pull that is still under way brings it back (S0-155)', async () => {
    await aShop(cluster);
    await bed.pull(cluster);
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { state: 'DELETING' })));
    await forgetContents({ store }, cluster.uuid);
    await expect(bed.pull(cluster)).rejects.toThrow(VersionConflict);
    for (const kind of CONTENT_KINDS) expect(await bed.recorded(cluster, kind)).toEqual([]);
    expect(await store.contents.recall(cluster.uuid)).toEqual({ listed: {}, names: '', suspects: [], indexes: {} });
  });
});
