import { describe, expect, test } from 'vitest';
import { EVENTUALLY, issuedToken, type OpenedRancher, VERSION } from './rancher-under-test.ts';

export function nodeCases(rancher: () => OpenedRancher): void {
  describe('nodes', () => {
    type Named = { id: string; name: string };
    /** A cluster in which a machine with all roles has registered. Undefined where tests cannot simulate machines. */
    async function withMachine(hostname: string): Promise<Named | undefined> {
      const { backend, aManagedCluster } = rancher();
      if (!backend.joinMachine) return undefined;
      const cluster = await aManagedCluster();
      await backend.joinMachine(await issuedToken(rancher(), cluster.id), hostname);
      return cluster;
    }
    const SKIPPED = 'no machine can be played here';
    const first = async (cluster: Named) => (await rancher().nodesIn(cluster))[0];
    const active = (cluster: Named) =>
      expect.poll(async () => (await first(cluster))?.state, EVENTUALLY).toBe('active');

    /**
     * The HTTP status with which the cluster's own Kubernetes API answers a request for the node. Rancher derives its
     * node object from the Kubernetes node.
     */
    async function kubernetesNode({ id }: Named, hostname: string): Promise<number> {
      const { url, key } = rancher().backend;
      const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
      const answer = await fetch(`${url}/k8s/clusters/${id}/api/v1/nodes/${hostname}`, { headers: { authorization } });
      return answer.status;
    }

    test('a machine that has registered is one of its cluster, before its kubelet has joined, and of no other', async ({
      skip,
    }) => {
      const cluster = (await withMachine('all-roles-5')) ?? skip(SKIPPED);
      const neighbour = await rancher().aManagedCluster();
      await expect.poll(async () => (await rancher().nodesIn(cluster)).length, EVENTUALLY).toBe(1);
      const node = await first(cluster);
      expect(node).toMatchObject({
        hostname: 'all-roles-5',
        machine: { name: expect.stringMatching(/^custom-[0-9a-f]{12}$/) },
      });
      expect([...(node?.roles ?? [])].sort()).toEqual(['controlplane', 'etcd', 'worker']);
      expect(await rancher().nodesIn(neighbour)).toEqual([]);
      expect(await rancher().nodesIn({ id: neighbour.id, name: cluster.name })).toEqual([]);
    });

    test('it becomes one active node with facts, on that machine, and its cluster active with capacity', async ({
      skip,
    }) => {
      const cluster = (await withMachine('all-roles-1')) ?? skip(SKIPPED);
      const { rancher: session } = rancher();
      await active(cluster);
      const [node, ...others] = await rancher().nodesIn(cluster);
      expect(others).toEqual([]);
      expect(node).toMatchObject({
        id: expect.stringMatching(`^${cluster.id}:`),
        machine: { name: expect.stringMatching(/^custom-/) },
        ...{ hostname: 'all-roles-1', facts: { k8sVersion: VERSION } },
      });
      const { cpuTotal, ramTotal, podsTotal } = node?.facts ?? {};
      expect([cpuTotal, ramTotal, podsTotal]).not.toContain(null);
      const registered = await session.listRegistered({ backendId: cluster.id, name: cluster.name });
      expect(registered).toMatchObject([{ id: node?.id, machine: { name: node?.machine?.name } }]);
      const of = { backendId: cluster.id, name: cluster.name };
      const alone = await session.listJoined(of, ['all-roles-1']);
      expect(alone).toMatchObject([{ id: node?.id, machine: { name: node?.machine?.name, phase: '' } }]);
      const [joined] = await session.listJoined(of, ['all-roles-1', 'all-roles-0']);
      expect(joined?.machine?.phase).not.toBe('');
      await expect.poll(async () => (await session.findCluster(cluster.id))?.state, EVENTUALLY).toBe('active');
      const found = await session.findCluster(cluster.id);
      expect(found).toMatchObject({
        kubernetesVersion: expect.stringMatching(/^v1\./),
        capacity: { memory: expect.stringMatching(/Mi$/) },
      });
    });

    test('one is drained, and shows it (S0-409, S0-414)', async ({ skip }) => {
      const cluster = (await withMachine('all-roles-2')) ?? skip(SKIPPED);
      await active(cluster);
      const { id = '', actions, drained } = (await first(cluster)) ?? {};
      expect([actions, drained]).toEqual([expect.arrayContaining(['drain']), undefined]);
      await rancher().rancher.drainNode(id, 60);
      await expect.poll(async () => (await first(cluster))?.drained?.status, EVENTUALLY).toBe('True');
      await expect.poll(async () => (await first(cluster))?.actions, EVENTUALLY).toContain('uncordon');
      expect(await first(cluster)).toMatchObject({ state: 'drained', isReady: true });
      await rancher().rancher.uncordonNode(id);
      await expect.poll(async () => (await first(cluster))?.state, EVENTUALLY).toBe('active');
      expect((await first(cluster))?.drained).toBeUndefined();
      await expect(rancher().rancher.uncordonNode(id)).rejects.toMatchObject({ name: 'BackendRejected' });
    });

    test('one that is deleted by itself leaves its machine behind', async ({ skip }) => {
      const cluster = (await withMachine('all-roles-6')) ?? skip(SKIPPED);
      await active(cluster);
      const { id = '', machine } = (await first(cluster)) ?? {};
      for (const _ of [1, 2]) await rancher().rancher.deleteNode(id);
      const left = async () => (await rancher().nodesIn(cluster)).filter((node) => node.id !== id);
      await expect
        .poll(left, EVENTUALLY)
        .toMatchObject([{ hostname: 'all-roles-6', machine: { name: machine?.name } }]);
    });

    test('one goes for good with its machine, then with the object of its cluster; gone is fine', async ({ skip }) => {
      const cluster = (await withMachine('all-roles-7')) ?? skip(SKIPPED);
      await active(cluster);
      const { rancher: session } = rancher();
      await expect.poll(async () => (await session.findCluster(cluster.id))?.state, EVENTUALLY).toBe('active');
      const { machine } = (await first(cluster)) ?? {};
      expect(await kubernetesNode(cluster, 'all-roles-7')).toBe(200);
      for (const _ of [1, 2]) await session.deleteMachine(machine?.name ?? '');
      const machines = async () =>
        (await rancher().nodesIn(cluster)).filter((node) => node.machine?.phase !== 'Deleted').length;
      await expect.poll(machines, EVENTUALLY).toBe(0);
      for (const _ of [1, 2]) await session.deleteKubernetesNode(cluster.id, 'all-roles-7');
      for (const { id } of await rancher().nodesIn(cluster)) await session.deleteNode(id);
      expect(await kubernetesNode(cluster, 'all-roles-7')).toBe(404);
      await expect.poll(() => rancher().nodesIn(cluster), EVENTUALLY).toEqual([]);
      await session.deleteMachine(machine?.name ?? '');
    });

    test('the object of a node in a cluster that is not connected cannot be deleted now', async () => {
      const { id } = await rancher().aManagedCluster();
      await expect(rancher().rancher.deleteKubernetesNode(id, 'nobody')).rejects.toMatchObject({
        name: 'BackendUnavailable',
        message: expect.stringContaining('cluster not provisioned'),
      });
    });
  });
}
