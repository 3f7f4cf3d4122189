import { describe, expect, test } from 'vitest';
import { diagnosisOf } from './diagnosis-of.ts';
import { installKyverno, POLICIES } from './kyverno.ts';
import { type SharedCluster, sharedClusterPerTest } from './shared-cluster.ts';

let world: SharedCluster;
sharedClusterPerTest((opened) => {
  world = opened;
});
const diagnose = () => diagnosisOf(world);

describe('a diagnosis of an offering with GPUs', () => {
  const [SELECTOR, NO_GPUS] = ['enforce-gpu-pool-node-selector', 'default-no-gpu-quota'];
  const offer = () =>
    world.offering({ plugin_options: { namespace_labels: { 'gpu-pool': 'h100-2x' }, default_no_gpu_quota: true } });

  test('names the missing Kyverno, and the missing nodes of the pool, until they are there (S1-076)', async () => {
    await offer();
    const { status, failed, of } = await diagnose();
    expect([status, failed]).toEqual([424, ['namespace_labels', 'kyverno']]);
    expect(of('kyverno')).toMatchObject({
      message: expect.stringContaining(SELECTOR),
      advice: 'Install Kyverno there.',
    });
    expect(of('gpu_policies').policies).toEqual([
      { name: SELECTOR, state: 'no Kyverno' },
      { name: NO_GPUS, state: 'no Kyverno' },
    ]);
    expect(of('namespace_labels').advice).toBe(
      'Label the nodes of the pool: kubectl label node <node> gpu-pool=h100-2x',
    );
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'gpu-1', labels: { 'gpu-pool': 'h100-2x' } } };
    expect(await world.inside.post('/api/v1/nodes', node)).toMatchObject({ status: 201 });
    await installKyverno(world.inside, world.opened.rancher, world.clusterId);
    const later = await diagnose();
    expect([later.status, later.failed]).toEqual([200, []]);
    expect(later.of('gpu_policies').policies.map(({ state }) => state)).toEqual(['missing', 'missing']);
  });

  test('shows the state of each policy, and fails for one that somebody has changed', async () => {
    await installKyverno(world.inside, world.opened.rancher, world.clusterId);
    await offer();
    const version = (of: string) => ({ annotations: { 'paddock.cloud/policy-version': of } });
    const changed = { rules: [{ name: 'other' }] };
    for (const [name, at] of [
      [SELECTOR, '0'],
      [NO_GPUS, '1'],
    ] as const) {
      const body = {
        apiVersion: 'kyverno.io/v1',
        kind: 'ClusterPolicy',
        metadata: { name, ...version(at) },
        spec: changed,
      };
      expect(await world.inside.post(POLICIES, body)).toMatchObject({ status: 201 });
    }
    const { failed, of } = await diagnose();
    expect(failed).toEqual(expect.arrayContaining(['gpu_policies']));
    expect(of('gpu_policies')).toMatchObject({
      policies: [
        { name: SELECTOR, state: 'older' },
        { name: NO_GPUS, state: 'changed' },
      ],
      advice: expect.stringContaining('Delete a changed policy'),
    });
  });
});
