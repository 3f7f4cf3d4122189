import { describe, expect, test } from 'vitest';
import { anActiveCluster } from './an-active-cluster.ts';
import { contentsIn } from './contents-in.ts';
import { EVENTUALLY, type OpenedRancher } from './rancher-under-test.ts';

/** A repository that the simulated Rancher knows. A real Rancher downloads the index from the address. */
const URL = 'https://charts.example.org/';

export function catalogCases(opened: () => OpenedRancher): void {
  const anExample = async () => {
    const id = await anActiveCluster(opened());
    if (id === undefined || !opened().backend.simulator) return undefined;
    const inside = contentsIn(opened().backend, id);
    await inside.make('catalog.cattle.io.clusterrepos', { metadata: { name: 'example' }, spec: { url: URL } });
    const { rancher } = opened();
    await expect.poll(() => rancher.listCharts(id, 'example'), EVENTUALLY).not.toEqual([]);
    return id;
  };
  const NO_CHARTS = 'no repository of charts can be played here';
  const place = { namespace: 'shop', name: 'shop' };
  const release = (version: string, values: Record<string, unknown>) => ({
    namespace: 'shop',
    charts: [{ chart: 'shop', version, releaseName: 'shop', values, annotations: { 'paddock.cloud/app': 'a' } }],
  });

  describe('charts and applications', () => {
    test('a repository lists its charts, newest version first, and one version shows its questions (S0-072, S0-073)', async ({
      skip,
    }) => {
      const id = (await anExample()) ?? skip(NO_CHARTS);
      const { rancher } = opened();
      const charts = await rancher.listCharts(id, 'example');
      expect(charts.find(({ name }) => name === 'shop')).toMatchObject({
        ...{ versions: ['1.1.0', '1.0.0'], iconUrl: 'https://charts.example.org/shop.svg', isHidden: false },
      });
      const choice = { repository: 'example', chart: 'shop', version: '1.0.0' };
      expect(await rancher.findChartVersion(id, choice)).toMatchObject({
        ...{ readme: '# Shop 1.0.0\n', appReadme: 'Sells things.\n' },
        questions: expect.arrayContaining([
          expect.objectContaining({ variable: 'edition', options: ['small', 'large'] }),
        ]),
      });
      expect(await rancher.findChartVersion(id, { ...choice, version: '9.9.9' })).toBeUndefined();
    });

    test('a chart is installed, upgraded with new values only, and uninstalled (S0-219, S0-220)', async ({ skip }) => {
      const id = (await anExample()) ?? skip(NO_CHARTS);
      const { rancher } = opened();
      const status = async () => (await rancher.findApp(id, place))?.status;
      const installed = await rancher.installCharts(id, 'example', release('1.0.0', { replicas: 2 }));
      expect(await rancher.findHelmOperation(id, installed)).toMatchObject({ isFailed: false });
      await expect.poll(status, EVENTUALLY).toBe('deployed');
      await expect
        .poll(async () => (await rancher.findHelmOperation(id, installed))?.isRunning, EVENTUALLY)
        .toBe(false);
      expect(await rancher.findApp(id, place)).toMatchObject({
        ...{ revision: 1, chart: 'shop', version: '1.0.0', annotations: { 'paddock.cloud/app': 'a' } },
      });
      await rancher.upgradeCharts(id, 'example', release('1.1.0', { edition: 'large' }));
      await expect.poll(async () => (await rancher.findApp(id, place))?.revision, EVENTUALLY).toBe(2);
      await expect.poll(status, EVENTUALLY).toBe('deployed');
      expect(await rancher.findAppRevision(id, place, 1)).toMatchObject({ version: '1.0.0', values: { replicas: 2 } });
      expect((await rancher.findAppRevision(id, place, 2))?.values).toEqual({ edition: 'large' });
      expect(await rancher.findAppRevision(id, place, 3)).toBeUndefined();
      expect(await rancher.uninstallApp(id, place)).toBeDefined();
      await expect.poll(() => rancher.findApp(id, place), EVENTUALLY).toBeUndefined();
      expect(await rancher.uninstallApp(id, place)).toBeUndefined();
    });

    test('Helm fails for a name that is in use, and the operation says so (S0-222)', async ({ skip }) => {
      const id = (await anExample()) ?? skip(NO_CHARTS);
      const { rancher } = opened();
      await rancher.installCharts(id, 'example', release('1.0.0', {}));
      await expect.poll(async () => (await rancher.findApp(id, place))?.status, EVENTUALLY).toBe('deployed');
      const again = await rancher.installCharts(id, 'example', release('1.0.0', {}));
      await expect
        .poll(() => rancher.findHelmOperation(id, again), EVENTUALLY)
        .toMatchObject({ isRunning: false, isFailed: true, message: expect.stringContaining('exit code') });
    });
  });
}
