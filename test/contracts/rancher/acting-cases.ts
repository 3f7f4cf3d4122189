import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { NotAllowed } from '#shared/errors';
import { anActiveCluster } from './an-active-cluster.ts';
import type { OpenedRancher } from './rancher-under-test.ts';

const SECRETS = { apiVersion: 'v1', plural: 'secrets' };
const secretNamed = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  stringData: { a: 'b' },
});

/** What Paddock does as the account of a person. Rancher and the cluster's own RBAC decide what is allowed. */
export function actingCases(opened: () => OpenedRancher): void {
  describe('acting as an account', () => {
    const made: string[] = [];
    afterEach(async () => {
      for (const id of made.splice(0)) await opened().rancher.deleteAccount(id);
    });
    const anAccount = async (): Promise<string> => {
      const username = `contract-${randomUUID().slice(0, 8)}`;
      const password = randomUUID();
      const account = { username, name: username, labels: {}, password, mustChangePassword: false };
      const { id } = await opened().rancher.createAccount(account);
      made.push(id);
      return id;
    };
    const bind = (context: 'cluster' | 'project', placeId: string, roleTemplateId: string, userId: string) =>
      opened().rancher.createRoleBinding(context, { placeId, roleTemplateId, userId });

    test('the cluster sees the account, and the bindings of the account are found', async ({ skip }) => {
      const clusterId = (await anActiveCluster(opened())) ?? skip('no machine can be played here');
      const { rancher, openAs } = opened();
      const id = await anAccount();
      const binding = await bind('cluster', clusterId, 'cluster-owner', id);
      expect(await (await openAs(id, clusterId)).readSelf(clusterId)).toBe(id);
      expect(await rancher.listBindingsOfUser('cluster', id)).toEqual([binding]);
      expect(await rancher.listBindingsOfUser('project', id)).toEqual([]);
      expect(await rancher.listBindingsOfUser('cluster', 'u-nobody')).toEqual([]);
    });

    test('an owner of a project does everything in its namespaces, and nothing in others', async ({ skip }) => {
      const clusterId = (await anActiveCluster(opened())) ?? skip('no machine can be played here');
      const { openAs, aProject } = opened();
      const project = await aProject(clusterId, `acting-${randomUUID().slice(0, 4)}`);
      const id = await anAccount();
      await bind('cluster', clusterId, 'cluster-member', id);
      await bind('project', project, 'project-owner', id);
      const acting = await openAs(id, clusterId);
      const name = `acting-${randomUUID().slice(0, 8)}`;
      const annotations = { 'field.cattle.io/projectId': project };
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, annotations } };
      await acting.createObject(clusterId, { apiVersion: 'v1', plural: 'namespaces' }, namespace);
      await acting.createObject(clusterId, { ...SECRETS, namespace: name }, secretNamed('own'));
      expect(await acting.listSecretNames(clusterId, name)).toContain('own');
      expect(await acting.findContent(clusterId, 'namespace', name)).toMatchObject({
        ...{ id: name, state: 'active', projectId: project },
      });
      const elsewhere = acting.createObject(clusterId, { ...SECRETS, namespace: 'kube-system' }, secretNamed('theirs'));
      await expect(elsewhere).rejects.toThrow(/cannot create resource "secrets"/);
      await expect(elsewhere).rejects.toBeInstanceOf(NotAllowed);
    });

    test('an account without a role in the cluster does nothing there', async ({ skip }) => {
      const clusterId = (await anActiveCluster(opened())) ?? skip('no machine can be played here');
      const acting = await opened().openAs(await anAccount(), clusterId);
      await expect(acting.readSelf(clusterId)).rejects.toBeInstanceOf(NotAllowed);
    });
  });
}
