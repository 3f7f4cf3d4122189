import { describe, expect, test } from 'vitest';
import { BackendUnavailable } from '#shared/errors';
import { EVENTUALLY, type OpenedRancher, VERSION } from './rancher-under-test.ts';

const AT = { apiVersion: 'v1', plural: 'namespaces', name: 'shop' };
const namespace = (name: string, projectId: string) => ({
  ...{ apiVersion: 'v1', kind: 'Namespace' },
  metadata: { name, annotations: { 'field.cattle.io/projectId': projectId } },
});

export function yamlCases(opened: () => OpenedRancher): void {
  describe('Kubernetes objects', () => {
    /** An active cluster whose Kubernetes API answers. Undefined if the suite cannot simulate machines. */
    async function active() {
      const { rancher, aManagedCluster, backend } = opened();
      const cluster = await aManagedCluster();
      const token = async () => (await rancher.listRegistrationTokens(cluster.id)).find((it) => it.token)?.token;
      await expect.poll(token, EVENTUALLY).toBeTruthy();
      await backend.joinMachine?.((await token()) ?? '', 'all-roles-3');
      const state = async () => (await rancher.findCluster(cluster.id))?.state;
      await expect.poll(state, EVENTUALLY).toBe('active');
      return cluster;
    }

    test('are applied, as often as they are given, and are in the cluster’s definition (S0-093, S0-094)', async ({
      skip,
    }) => {
      const { rancher, backend } = opened();
      if (!backend.joinMachine) return skip('no machine can be played here');
      const { id, name } = await active();
      const quotas = {
        resourceQuota: { limit: { limitsCpu: '8000m' } },
        namespaceDefaultResourceQuota: { limit: { limitsCpu: '1000m' } },
      };
      const made = await rancher.createProject(id, { name: 'Shop', description: 'of the shop', ...quotas });
      expect(made).toMatchObject({ clusterId: id, name: 'Shop', description: 'of the shop' });
      const projectId = made.id;
      for (const _ of [1, 2]) await rancher.applyObject(id, AT, namespace('shop', projectId));
      const { provisioning, projects, namespaces } = await rancher.readDefinition(id, name);
      expect(provisioning).toMatchObject({ name, spec: { kubernetesVersion: VERSION } });
      expect(projects).toContainEqual(
        expect.objectContaining({ id: projectId, name: 'Shop', isSystem: false, quotas }),
      );
      expect(projects.filter(({ isSystem }) => isSystem)).toHaveLength(1);
      expect(namespaces).toContainEqual(expect.objectContaining({ name: 'shop', projectId }));
    });

    test('of a cluster that nobody has taken in by an object have no provisioning object', async ({ skip }) => {
      const { rancher, backend } = opened();
      if (!backend.joinMachine) return skip('no machine can be played here');
      const { id } = await active();
      expect((await rancher.readDefinition(id, 'nobody')).provisioning).toBeUndefined();
    });

    test('of a cluster that is not connected cannot be read', async () => {
      const { rancher, aManagedCluster } = opened();
      const { id, name } = await aManagedCluster();
      await expect(rancher.readDefinition(id, name)).rejects.toThrow(BackendUnavailable);
    });
  });
}
