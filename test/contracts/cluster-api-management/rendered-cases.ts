import { expect, test } from 'vitest';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { renderCluster } from '#shared/domain/cluster-api/rendering/render-cluster';
import { observeCluster } from '#shared/domain/cluster-api/status/observe-cluster';
import { observeDeletion } from '#shared/domain/cluster-api/status/observe-deletion';
import type { SeenCluster } from '#shared/domain/cluster-api/status/seen-cluster';
import type { ClusterApi } from '#shared/ports/cluster-api';
import { aNodeGroup, aRenderedCluster } from '#test/builders/cluster-api-builders';
import { type ManagementUnderTest, openManagement } from './management-under-test.ts';

const CORE = 'cluster.x-k8s.io/v1beta1';
const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io/v1beta1';
const LISTED = [
  { apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1', kind: 'KubeadmControlPlane' },
  { apiVersion: CORE, kind: 'MachineDeployment' },
  { apiVersion: CORE, kind: 'Machine' },
  { apiVersion: INFRASTRUCTURE, kind: 'DevCluster' },
  { apiVersion: INFRASTRUCTURE, kind: 'DevMachine' },
] as const;

/**
 * A random name, so that it does not clash with clusters of earlier runs on a real server. The format requires ten
 * letters or digits.
 */
const newCapiName = () => `kube-${Math.random().toString(36).slice(2, 12).padEnd(10, '0')}`;

async function look(api: ClusterApi, capiName: string): Promise<SeenCluster> {
  const labels = { 'cluster.x-k8s.io/cluster-name': capiName };
  const cluster = await api.find(KINDS.cluster, capiName);
  const [controlPlanes = [], machineDeployments = [], machines = [], ...infrastructure] = await Promise.all(
    LISTED.map((kind) => api.list(kind, labels)),
  );
  const [controlPlane] = controlPlanes;
  return { cluster, controlPlane, machineDeployments, machines, infrastructure: infrastructure.flat() };
}

/** A cluster that Paddock renders, from its creation to its deletion, and the states that Paddock reports. */
export function renderedCases(backend: () => ManagementUnderTest): void {
  const capiName = newCapiName();
  const minutes = 8 * 60_000;

  test(
    'a rendered cluster is made, scaled, upgraded and deleted, and its objects say so (S3-001, S3-016, S3-027, M28, M37)',
    async () => {
      const api = await openManagement(backend());
      const patience = { timeout: backend().patienceMs, interval: 200 };
      const wish = (workers: number, kubernetesVersion: string) => ({
        ...aRenderedCluster({ infrastructure: 'in-memory', capiName, nodeGroups: [aNodeGroup({ replicas: workers })] }),
        kubernetesVersion,
      });
      const bring = async (wanted: ReturnType<typeof wish>, action: 'create' | 'update') => {
        for (const object of renderCluster(wanted, new Map())) await api.apply(object);
        const waiting = { action, waitedMs: 1000, deadlineMs: 1_000_000 };
        const observed = async () => observeCluster(await look(api, capiName), wanted, waiting);
        const first = await observed();
        await expect.poll(async () => (await observed()).state, patience).toBe('active');
        return first.state;
      };

      expect(['pending', 'creating']).toContain(await bring(wish(1, 'v1.32.0'), 'create'));
      expect(await bring(wish(3, 'v1.32.0'), 'update')).toBe('updating');
      expect((await look(api, capiName)).machines).toHaveLength(4);
      expect(await bring(wish(1, 'v1.33.0'), 'update')).toBe('updating');
      const versions = (await look(api, capiName)).machines.map(({ spec }) => spec);
      expect(versions).toMatchObject([{ version: 'v1.33.0' }, { version: 'v1.33.0' }]);

      await api.delete(KINDS.cluster, capiName);
      const left = async () => observeDeletion(await look(api, capiName));
      await expect.poll(left, patience).toEqual({ isGone: true, left: [], message: '' });
    },
    minutes,
  );
}
