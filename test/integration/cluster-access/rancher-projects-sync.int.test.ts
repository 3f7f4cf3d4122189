import { beforeEach, describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { accessBedPerFile } from './access-bed.ts';

const bed = await accessBedPerFile();
const { store, provider } = bed;
/** Rancher creates these projects in every cluster. */
const OF_EVERY_CLUSTER = ['Default', 'System'];
const pass = () => bed.pass('sync_rancher_roles');
beforeEach(async () => {
  await pass();
  bed.asked.length = 0;
});

describe('a pass over projects', () => {
  const projectsOf = async ({ uuid: clusterUuid }: Pick<Cluster, 'uuid'>) =>
    (await store.rancherProjects.listByCluster({ settingsUuid: provider.uuid, clusterUuid })).map(
      ({ name, backendId, isSystem }) => ({ name, backendId, isSystem }),
    );
  async function remove(backendId: string): Promise<void> {
    const { url, key } = bed.rancher.backend;
    const credentials = Buffer.from(`${key.username}:${key.password}`).toString('base64');
    const headers = { authorization: `Basic ${credentials}` };
    await fetch(`${url}/v3/projects/${backendId}`, { method: 'DELETE', headers, signal: AbortSignal.timeout(10_000) });
  }

  test('lists those of our clusters in one request, and writes nothing when they are known (S0-062)', async () => {
    const cluster = await bed.cluster();
    const stranger = await bed.rancher.aManagedCluster();
    const backendId = await bed.rancher.aProject(cluster.backendId, 'analytics');
    await bed.rancher.aProject(stranger.id, 'not ours');
    expect(await pass()).toMatchObject({ written: 3 });
    const found = await projectsOf(cluster);
    expect(found.map(({ name }) => name).sort()).toEqual([...OF_EVERY_CLUSTER, 'analytics']);
    expect(found).toContainEqual({ name: 'analytics', backendId, isSystem: false });
    expect(found.filter(({ isSystem }) => isSystem)).toMatchObject([{ name: 'System' }]);
    bed.asked.length = 0;
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    expect(bed.asked).toEqual(['GET listRoleTemplates', 'GET listProjects']);
  });

  test('learns of one that an earlier release has recorded whether it is of what runs the cluster', async () => {
    const cluster = await bed.cluster();
    await pass();
    const ref = { settingsUuid: provider.uuid, clusterUuid: cluster.uuid };
    const known = await store.rancherProjects.listByCluster(ref);
    const older = known.map((it) => changed({ ...it, isSystem: undefined }, bed.clock.now(), {}));
    await store.commit(...older.map(store.rancherProjects.replace));
    expect(await pass()).toMatchObject({ written: 2 });
    const found = (await projectsOf(cluster)).map(({ name, isSystem }) => [name, isSystem]).sort();
    expect(found).toEqual([
      ['Default', false],
      ['System', true],
    ]);
  });

  test('removes one that was missing twice, and one that a group hangs on not before that is gone', async () => {
    const cluster = await bed.cluster();
    const [gone, used] = [
      await bed.rancher.aProject(cluster.backendId, 'gone'),
      await bed.rancher.aProject(cluster.backendId, 'used'),
    ];
    await pass();
    const known = await store.rancherProjects.listByProvider(provider.uuid);
    const scopeUuid = known.find(({ backendId }) => backendId === used)?.uuid ?? expect.fail('it is recorded');
    const group = await bed.group(cluster, 'project-member', { scopeType: 'project', scopeUuid });
    for (const id of [gone, used]) await remove(id);
    const names = async () => (await projectsOf(cluster)).map(({ name }) => name).sort();
    await pass();
    expect(await names()).toEqual([...OF_EVERY_CLUSTER, 'gone', 'used']);
    await pass();
    expect(await names()).toEqual([...OF_EVERY_CLUSTER, 'used']);
    await store.commit(store.keycloakGroups.remove(await store.keycloakGroups.get({ ...group })));
    await pass();
    await pass();
    expect(await names()).toEqual(OF_EVERY_CLUSTER);
  });
});
