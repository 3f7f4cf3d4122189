import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BackendNotFound } from '#shared/errors';
import { anImportedCluster, EVENTUALLY, type OpenedRancher } from './rancher-under-test.ts';

export function managementCases(rancher: () => OpenedRancher): void {
  describe('v3 clusters', () => {
    test('one without machines says what it waits for and shows no version or capacity', async () => {
      const cluster = await rancher().aManagedCluster();
      const find = () => rancher().rancher.findCluster(cluster.id);
      await expect.poll(async () => (await find())?.message, EVENTUALLY).toMatch(/./);
      const found = await find();
      expect(found).toMatchObject({ id: cluster.id, name: cluster.name, kubernetesVersion: '', capacity: {} });
      expect(found?.state).not.toBe('active');
      expect(await rancher().nodesIn(cluster)).toEqual([]);
    });
    test('one that is not there is not found and has no nodes', async () => {
      expect(await rancher().rancher.findCluster('c-m-nobody00')).toBeUndefined();
      expect(await rancher().nodesIn({ id: 'c-m-nobody00', name: 'nobody' })).toEqual([]);
    });
    test('a new one is never taken for active, though Rancher calls it so for seconds', async () => {
      const { rancher: session, newCluster } = rancher();
      const { name } = await session.createProvisioningCluster(newCluster());
      const seen = new Set<string>();
      const observation = async () => {
        const { managementId = '' } = (await session.findProvisioningCluster(name)) ?? {};
        const found = managementId === '' ? undefined : await session.findCluster(managementId);
        if (found) seen.add(found.state);
        return found?.message;
      };
      await expect.poll(observation, { ...EVENTUALLY, interval: 1 }).toMatch(/control plane, etcd, and worker/);
      expect([...seen]).not.toContain('active');
    });
    test('one is found by the labels of its Kubernetes object', async () => {
      const { rancher: session, newCluster } = rancher();
      const labels = { 'paddock.test/one': randomUUID() };
      const { name } = await session.createProvisioningCluster(newCluster(labels));
      const found = async () => (await session.listClustersLabelled(labels)).map((it) => it.name);
      await expect.poll(found, EVENTUALLY).toEqual([name]);
    });
    test('one without its Kubernetes object can be deleted by itself, as often as it is there', async () => {
      const { rancher: session, aManagedCluster } = rancher();
      const { id } = await aManagedCluster();
      const gone = async () => {
        await session.deleteCluster(id);
        return session.findCluster(id);
      };
      await expect.poll(gone, { ...EVENTUALLY, interval: 1000 }).toBeUndefined();
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
    test('one that was imported keeps another name, as often as it is given (S0-082)', async () => {
      const { id, name } = await anImportedCluster(rancher());
      for (const _ of [1, 2]) await rancher().rancher.renameCluster(id, `${name}-renamed`);
      expect(await rancher().rancher.findCluster(id)).toMatchObject({ id, name: `${name}-renamed` });
    });
    test('one that its Kubernetes object has made is given its first name again by Rancher (S0-082)', async () => {
      const { id, name } = await rancher().aManagedCluster();
      await rancher().rancher.renameCluster(id, `${name}-renamed`);
      await expect.poll(async () => (await rancher().rancher.findCluster(id))?.name, EVENTUALLY).toBe(name);
      expect(await rancher().rancher.findProvisioningCluster(name)).toMatchObject({ name, managementId: id });
      await expect(rancher().rancher.renameCluster('c-m-nobody00', 'nobody')).rejects.toThrow(BackendNotFound);
    });
  });
}
