import { describe, expect, test } from 'vitest';
import { BackendNotFound } from '#shared/errors';
import { issuedToken, type OpenedRancher, SETTLES, VERSION } from './rancher-under-test.ts';

export function managementCases(rancher: () => OpenedRancher): void {
  describe('management clusters', () => {
    test('one without machines says what it waits for and tells no version or capacity', async () => {
      const cluster = await rancher().aManagedCluster();
      const found = await rancher().rancher.findCluster(cluster.id);
      expect(found).toMatchObject({ id: cluster.id, name: cluster.name, kubernetesVersion: '', capacity: {} });
      expect(found?.state).not.toBe('active');
      expect(found?.message).toMatch(/./);
      expect(await rancher().rancher.listNodes(cluster.id)).toEqual([]);
    });
    test('one that is not there is not found and has no nodes', async () => {
      expect(await rancher().rancher.findCluster('c-m-nobody00')).toBeUndefined();
      expect(await rancher().rancher.listNodes('c-m-nobody00')).toEqual([]);
    });
    test('all are listed, whoever made them, but for the one that Rancher runs on', async () => {
      const [one, other] = [await rancher().aManagedCluster(), await rancher().aManagedCluster()];
      const listed = await rancher().rancher.listClusters();
      for (const { id, name } of [one, other]) {
        expect(listed).toContainEqual({
          ...{ id, name, nodeCount: 0, state: expect.not.stringMatching(/^active$/), message: expect.any(String) },
          ...{ kubernetesVersion: '', capacity: {}, requested: {} },
          ...{ description: expect.any(String), created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
        });
      }
      expect(listed.map(({ id }) => id)).not.toContain('local');
    });
    test('one gets another name, as often as it is given, and keeps that of its Kubernetes object (S0-082)', async () => {
      const { id, name } = await rancher().aManagedCluster();
      const renamed = `${name}-renamed`;
      for (const _ of [1, 2]) await rancher().rancher.renameCluster(id, renamed);
      expect(await rancher().rancher.findCluster(id)).toMatchObject({ id, name: renamed });
      expect(await rancher().rancher.findProvisioningCluster(name)).toMatchObject({ name, managementId: id });
      await expect(rancher().rancher.renameCluster('c-m-nobody00', 'nobody')).rejects.toThrow(BackendNotFound);
    });
    test('a machine that joined becomes an active node with facts, and its cluster active with capacity', async ({
      skip,
    }) => {
      const { joinMachine } = rancher().backend;
      if (!joinMachine) return skip('no machine can be played here');
      const [cluster, neighbour] = [await rancher().aManagedCluster(), await rancher().aManagedCluster()];
      await joinMachine(await issuedToken(rancher(), cluster.id), 'all-roles-1');
      const state = async () => (await rancher().rancher.listNodes(cluster.id)).map((node) => node.state);
      await expect.poll(state, SETTLES).toEqual(['active']);
      const [node] = await rancher().rancher.listNodes(cluster.id);
      expect(node).toMatchObject({ hostname: 'all-roles-1', facts: { k8sVersion: VERSION } });
      const { cpuTotal, ramTotal, podsTotal, cpuAllocated, ramAllocated } = node?.facts ?? {};
      expect([cpuTotal, ramTotal, podsTotal, cpuAllocated, ramAllocated]).not.toContain(null);
      await expect.poll(async () => (await rancher().rancher.findCluster(cluster.id))?.state, SETTLES).toBe('active');
      const found = await rancher().rancher.findCluster(cluster.id);
      expect(found).toMatchObject({ kubernetesVersion: VERSION, capacity: { memory: expect.stringMatching(/Mi$/) } });
      expect(await rancher().rancher.listNodes(neighbour.id)).toEqual([]);
    });

    test('a node is drained and deleted; one that is gone is fine (S0-409, S0-414)', async ({ skip }) => {
      const { joinMachine } = rancher().backend;
      if (!joinMachine) return skip('no machine can be played here');
      const cluster = await rancher().aManagedCluster();
      await joinMachine(await issuedToken(rancher(), cluster.id), 'all-roles-2');
      const node = async () => (await rancher().rancher.listNodes(cluster.id))[0];
      await expect.poll(async () => (await node())?.state, SETTLES).toBe('active');
      const { id = '', actions, drained } = (await node()) ?? {};
      expect([actions, drained]).toEqual([expect.arrayContaining(['drain']), undefined]);
      await rancher().rancher.drainNode(id, 60);
      await expect.poll(async () => (await node())?.drained?.status, SETTLES).toBe('True');
      await rancher().rancher.deleteNode(id);
      await expect.poll(node, SETTLES).toBeUndefined();
      await rancher().rancher.deleteNode(id);
    });
  });
}
