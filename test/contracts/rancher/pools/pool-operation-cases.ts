import { expect, test } from 'vitest';
import { operationProgress } from '#shared/domain/clusters/operations/operation-progress';
import { beginOperation, numbered, type WantedOperation } from '#shared/domain/clusters/operations/rancher-operation';
import { EVENTUALLY, type OpenedRancher } from '../rancher-under-test.ts';
import type { Clusters, PooledCluster } from './pooled-clusters.ts';

export function operationCases(opened: () => OpenedRancher, clusters: Clusters): void {
  async function carriedOut({ id }: PooledCluster, wanted: WantedOperation, requested = 0): Promise<void> {
    const { rancher } = opened();
    const operation = numbered(beginOperation(wanted, new Date()), { requested, finished: requested });
    const request = () => rancher.requestOperation(id, operation);
    await expect.poll(request, EVENTUALLY).toBe('requested');
    expect(await request()).toBe('known');
    const state = async () => {
      const seen = (await rancher.findPoolCluster(id))?.operations[wanted.kind];
      return seen && operationProgress(operation, seen, new Date()).state;
    };
    await expect.poll(state, EVENTUALLY).toBe('done');
  }

  test('snapshots are taken by number, belong to one cluster, and are restored by name (T45, T46)', async ({
    skip,
  }) => {
    const { own, other } = await clusters(skip);
    const { rancher } = opened();
    for (const requested of [0, 1]) await carriedOut(own, { kind: 'snapshot' }, requested);
    await carriedOut(other, { kind: 'snapshot' });
    await expect.poll(() => rancher.listEtcdSnapshots(other.id), EVENTUALLY).toHaveLength(1);
    const [snapshot] = await rancher.listEtcdSnapshots(own.id);
    const [server] = (await rancher.listPoolMachines(own.id)).filter(({ poolName }) => poolName === 'servers');
    expect(snapshot).toMatchObject({
      ...{ name: expect.stringMatching(`^${own.name}`), isMissing: false, status: 'successful' },
      ...{ nodeName: server?.nodeName, location: expect.stringMatching(/^file:/), sizeBytes: expect.any(Number) },
    });
    expect(Date.parse(snapshot?.createdAt ?? '')).not.toBeNaN();
    await carriedOut(own, { kind: 'restore', snapshotName: snapshot?.name ?? '', scope: 'kubernetesVersion' });
    const missing = { kind: 'restore', snapshotName: 'nosuch', scope: 'all' } as const;
    await expect(rancher.requestOperation(own.id, { wanted: missing, generation: 2 })).rejects.toMatchObject({
      name: 'BackendRejected',
    });
  });

  test('certificates and encryption keys are rotated by number (T45, T47)', async ({ skip }) => {
    const { own } = await clusters(skip);
    await carriedOut(own, { kind: 'certificates', services: ['kubelet'] });
    await carriedOut(own, { kind: 'encryption-keys' });
  });
}
