import { describe, expect, test } from 'vitest';
import { BackendUnavailable } from '#shared/errors';
import { anActiveCluster } from './an-active-cluster.ts';
import { contentsIn } from './contents-in.ts';
import { EVENTUALLY, type OpenedRancher } from './rancher-under-test.ts';

const MAX = 2000;

export function contentCases(opened: () => OpenedRancher): void {
  describe('what is inside a cluster', () => {
    test('one that Rancher cannot reach shows nothing', async () => {
      const { id } = await opened().aManagedCluster();
      await expect(opened().rancher.countContents(id)).rejects.toThrow(BackendUnavailable);
    });

    test('counts stay the same as long as nothing comes or goes, and a new project is seen by its cluster roles', async ({
      skip,
    }) => {
      const id = (await anActiveCluster(opened())) ?? skip('no machine can be played here');
      const { rancher, backend, aProject } = opened();
      const before = await rancher.countContents(id);
      expect(await rancher.countContents(id)).toEqual(before);
      const changedIn = (after: ReadonlyMap<string, string>) =>
        [...after].filter(([type, counts]) => before.get(type) !== counts).map(([type]) => type);
      await aProject(id, 'analytics');
      const inside = contentsIn(backend, id);
      await inside.make('namespaces', { metadata: { name: 'counted' } });
      await inside.make('services', { metadata: { name: 'web', namespace: 'counted' }, spec: { clusterIP: 'None' } });
      const types = ['namespace', 'rbac.authorization.k8s.io.clusterrole', 'service'];
      // Rancher copies the project's roles into the cluster with a delay.
      const changed = async () => changedIn(await rancher.countContents(id));
      await expect.poll(changed, EVENTUALLY).toEqual(expect.arrayContaining(types));
      await inside.remove('namespaces', 'counted');
    });

    test('namespaces show their project, and lists are read by pages up to the number that is wanted', async ({
      skip,
    }) => {
      const id = (await anActiveCluster(opened())) ?? skip('no machine can be played here');
      const { rancher, aProject, backend } = opened();
      const projectId = await aProject(id, 'shop');
      const metadata = { name: 'shop', annotations: { 'field.cattle.io/projectId': projectId } };
      await contentsIn(backend, id).make('namespaces', { metadata });
      const { items, isWhole } = await rancher.listContents(id, 'namespace', MAX);
      expect(isWhole).toBe(true);
      expect(items).toContainEqual(expect.objectContaining({ id: 'shop', name: 'shop', namespace: '', projectId }));
      expect(items.find(({ name }) => name === 'kube-system')?.projectId).toMatch(`${id}:p-`);
      const cut = await rancher.listContents(id, 'namespace', 2);
      expect([cut.items.length, cut.isWhole]).toEqual([2, false]);
    });

    test('what namespaces request and what their quotas count is read for the whole cluster (S1-069)', async ({
      skip,
    }) => {
      const id = (await anActiveCluster(opened())) ?? skip('no machine can be played here');
      const { rancher, backend, aProject } = opened();
      const projectId = await aProject(id, 'figures');
      const inside = contentsIn(backend, id);
      const metadata = { name: 'figures', annotations: { 'field.cattle.io/projectId': projectId } };
      await inside.make('namespaces', { metadata });
      const resources = { requests: { cpu: '250m', memory: '1Gi' } };
      const containers = [{ name: 'main', image: 'example.org/tool:1', resources }];
      await inside.make('pods', { metadata: { name: 'web', namespace: 'figures' }, spec: { containers } });
      const storage = { requests: { storage: '2Gi' } };
      const spec = { accessModes: ['ReadWriteOnce'], resources: storage };
      await inside.make('persistentvolumeclaims', { metadata: { name: 'data', namespace: 'figures' }, spec });
      await inside.make('resourcequotas', {
        ...{ metadata: { name: 'limits', namespace: 'figures' }, spec: { hard: { 'requests.cpu': '2' } } },
      });
      const here = ({ namespace }: { namespace: string }) => namespace === 'figures';
      expect(await rancher.listNamespacesWithProject(id)).toContainEqual({ name: 'figures', projectId });
      expect(await rancher.listProjectNamespaces(id, projectId)).toEqual(['figures']);
      expect((await rancher.listRequestingPods(id)).filter(here)).toMatchObject([
        { containers: [{ requests: { cpu: 0.25, memory: 2 ** 30 }, isSidecar: false }] },
      ]);
      expect((await rancher.listVolumeClaims(id)).filter(here)).toEqual([{ namespace: 'figures', storage: 2 ** 31 }]);
      const used = async () => (await rancher.listQuotaFigures(id)).filter(here);
      await expect.poll(used, EVENTUALLY).toMatchObject([{ name: 'limits', used: { 'requests.cpu': 0.25 } }]);
    });

    test('nodes are found by their labels, whatever else the cluster has (S1-076)', async ({ skip }) => {
      const id = (await anActiveCluster(opened())) ?? skip('no machine can be played here');
      const { rancher, backend } = opened();
      const inside = contentsIn(backend, id);
      const label = { 'gpu-pool': 'h100-2x' };
      await inside.make('nodes', { metadata: { name: 'gpu-1', labels: label } });
      await inside.make('nodes', { metadata: { name: 'gpu-2', labels: { 'gpu-pool': 'h200-8x' } } });
      expect(await rancher.listLabelledNodes(id, label)).toEqual(['gpu-1']);
      for (const name of ['gpu-1', 'gpu-2']) await inside.remove('nodes', name);
    });

    test('workloads, services, ingresses and autoscalers are read as Kubernetes has them', async ({ skip }) => {
      const id = (await anActiveCluster(opened())) ?? skip('no machine can be played here');
      const { rancher, backend } = opened();
      const inside = contentsIn(backend, id);
      await inside.make('namespaces', { metadata: { name: 'shop' } });
      await inside.fillShop('shop');
      const one = async (type: Parameters<typeof rancher.listContents>[1]) =>
        (await rancher.listContents(id, type, MAX)).items.find(({ namespace }) => namespace === 'shop');
      expect(await one('apps.deployment')).toMatchObject({
        ...{ id: 'shop/cart', name: 'cart' },
        facts: { scale: 2, podLabels: { app: 'cart' } },
      });
      expect(await one('batch.cronjob')).toMatchObject({ name: 'report', facts: { scale: 0 } });
      expect(await one('service')).toMatchObject({
        facts: { clusterIp: expect.stringMatching(/^10\./), selector: { app: 'cart' }, targets: [] },
      });
      const paths = [{ path: '/cart', service: 'cart', port: '80' }];
      expect(await one('networking.k8s.io.ingress')).toMatchObject({
        facts: { rules: [{ host: 'shop.example.org', paths }] },
      });
      expect(await one('autoscaling.horizontalpodautoscaler')).toMatchObject({
        facts: {
          ...{ minReplicas: 2, maxReplicas: 5, workload: { type: 'apps.deployment', name: 'cart' } },
          metrics: [{ name: 'cpu', type: 'Resource', target: { type: 'Utilization', utilization: 80 } }],
        },
      });
    });

    test('secrets of a namespace are listed by their names, without those of other namespaces (S0-063)', async ({
      skip,
    }) => {
      const id = (await anActiveCluster(opened())) ?? skip('no machine can be played here');
      const { rancher, backend } = opened();
      const inside = contentsIn(backend, id);
      for (const name of ['mine', 'theirs']) {
        await inside.make('namespaces', { metadata: { name } });
        await inside.make('secrets', { metadata: { name: `of-${name}`, namespace: name }, data: { key: 'dmFsdWU=' } });
      }
      const names = () => rancher.listSecretNames(id, 'mine');
      await expect.poll(names, EVENTUALLY).toContain('of-mine');
      expect(await names()).not.toContain('of-theirs');
    });

    test('applications show chart and version, catalogs their address without the account in it', async ({ skip }) => {
      const id = (await anActiveCluster(opened())) ?? skip('no machine can be played here');
      const { rancher, backend } = opened();
      const { items: apps } = await rancher.listContents(id, 'catalog.cattle.io.app', MAX);
      expect(apps.find(({ name }) => name === 'rke2-coredns')?.facts).toMatchObject({ chart: 'rke2-coredns' });
      const spec = { gitRepo: 'https://reader:s3cret@git.example.org/charts', gitBranch: 'main' };
      await contentsIn(backend, id).make('catalog.cattle.io.clusterrepos', { metadata: { name: 'ours' }, spec });
      const { items } = await rancher.listContents(id, 'catalog.cattle.io.clusterrepo', MAX);
      expect(items.find(({ name }) => name === 'ours')?.facts).toMatchObject({
        ...{ url: 'https://git.example.org/charts', branch: 'main' },
      });
    });
  });
}
