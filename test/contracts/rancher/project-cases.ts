import { describe, expect, test } from 'vitest';
import { until } from '#infra/local/until';
import { BackendUnavailable } from '#shared/errors';
import { EVENTUALLY, type OpenedRancher } from './rancher-under-test.ts';

/** The call is repeated because Rancher's caches learn of a new project with a delay. */
const onceSeen = <T>(bind: () => Promise<T>): Promise<T> =>
  until({ tooLate: 'Rancher does not see the project.', timeoutMs: EVENTUALLY.timeout, intervalMs: 50 }, () =>
    bind().catch((error) => {
      if (error instanceof BackendUnavailable) return undefined;
      throw error;
    }),
  );

export function projectCases(opened: () => OpenedRancher): void {
  describe('projects of clusters', () => {
    test('those of all clusters are listed, with the cluster that each is in', async () => {
      const { rancher, aManagedCluster, aProject } = opened();
      const { id: clusterId } = await aManagedCluster();
      const id = await aProject(clusterId, 'analytics');
      expect(id.split(':')[0]).toBe(clusterId);
      expect(await rancher.listProjects()).toContainEqual({
        ...{ id, clusterId, name: 'analytics', description: 'by hand' },
        ...{ state: expect.stringMatching(/^(active|configuring)$/), isSystem: false, annotations: expect.any(Object) },
      });
    });

    test('one is made with annotations and quotas, is found with them, gets others, and is gone (S1-055, S1-063, S1-064, S1-100, U22, U35 to U37)', async () => {
      const { rancher, aManagedCluster } = opened();
      const { id: clusterId } = await aManagedCluster();
      const limit = { limitsCpu: '2000m', extended: { 'requests.nvidia.com/gpu': '2' } };
      const nothing = { limitsCpu: '0', extended: { 'requests.nvidia.com/gpu': '0' } };
      const quotas = { resourceQuota: { limit }, namespaceDefaultResourceQuota: { limit: nothing } };
      const wanted = {
        name: 'quota',
        description: 'shared',
        annotations: { 'example.com/resource': 'r-1' },
        ...quotas,
      };
      const { id } = await rancher.createProject(clusterId, wanted);
      const found = { id, name: 'quota', annotations: { 'example.com/resource': 'r-1' } };
      await expect.poll(() => rancher.findProject(id), EVENTUALLY).toMatchObject({ ...found, quota: { limit } });
      await onceSeen(() => rancher.updateProject(id, { resourceQuota: null, namespaceDefaultResourceQuota: null }));
      await expect.poll(async () => (await rancher.findProject(id))?.quota, EVENTUALLY).toBeUndefined();
      await rancher.deleteProject(id);
      await expect.poll(() => rancher.findProject(id), EVENTUALLY).toBeUndefined();
      expect(await rancher.findProject(`${clusterId}:p-nosuch`)).toBeUndefined();
    });

    test('one is marked as the project of what runs the cluster', async () => {
      const { rancher, aManagedCluster } = opened();
      const { id } = await aManagedCluster();
      const system = async () => (await rancher.listProjects(id)).filter(({ isSystem }) => isSystem);
      await expect.poll(system, EVENTUALLY).toMatchObject([{ name: 'System' }]);
    });

    test('a group is bound to a role in one, is found there, and can be let go of', async () => {
      const { rancher, aManagedCluster, aProject } = opened();
      const placeId = await aProject((await aManagedCluster()).id, 'analytics');
      const groupPrincipalId = `keycloakoidc_group://project_${'0'.repeat(32)}_project-member`;
      const wanted = { placeId, roleTemplateId: 'project-member', groupPrincipalId };
      const binding = await onceSeen(() => rancher.createRoleBinding('project', wanted));
      expect(binding).toEqual({ ...wanted, id: binding.id });
      expect(await rancher.listRoleBindings('project', placeId)).toContainEqual(binding);
      expect(await rancher.listRoleBindings('cluster')).not.toContainEqual(binding);
      await rancher.deleteRoleBinding('project', binding.id);
      const left = async () => (await rancher.listRoleBindings('project', placeId)).map(({ id }) => id);
      await expect.poll(left, EVENTUALLY).not.toContain(binding.id);
    });
  });
}
