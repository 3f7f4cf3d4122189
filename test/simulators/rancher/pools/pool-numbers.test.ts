import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../_core/rancher-client.ts';
import { pool, startOpenstack, startPools, type TestOpenstack, type TestPools } from './pools-under-test.ts';

const DEPLOYMENT = 'cluster.x-k8s.io.machinedeployment';

let cloud: TestOpenstack;
let rancher: TestPools;
beforeAll(async () => {
  cloud = await startOpenstack();
});
afterAll(() => cloud.close());
beforeEach(async () => {
  rancher = await startPools(cloud);
  await rancher.credential();
  await rancher.makeConfig('nc-all');
  await rancher.makeConfig('nc-work');
});
afterEach(async () => {
  await rancher.remove();
  await eventually(async () => expect((await cloud.shown()).servers).toEqual([]));
  await rancher.close();
});

const workers = async () => (await rancher.machines()).filter(({ metadata }) => metadata.name.startsWith('blue-work'));
async function ordered(more: object = {}) {
  await rancher.order([pool('all', 'ecw'), pool('work', 'w', more)]);
  await rancher.running(2);
}

test('a pool with a time for silent nodes has a check, and a machine whose node is gone is replaced (T10, T60)', async () => {
  await ordered({
    unhealthyNodeTimeout: '5m0s',
    maxUnhealthy: '50%',
    unhealthyRange: '[0-1]',
    nodeStartupTimeout: '20m0s',
  });
  const checks = await rancher.list('cluster.x-k8s.io.machinehealthcheck');
  expect(checks).toMatchObject([
    {
      metadata: { name: 'blue-work' },
      spec: {
        checks: {
          nodeStartupTimeoutSeconds: 1200,
          unhealthyNodeConditions: [{ type: 'Ready', status: 'Unknown', timeoutSeconds: 300 }, { status: 'False' }],
        },
        remediation: { triggerIf: { unhealthyLessThanOrEqualTo: '50%', unhealthyInRange: '[0-1]' } },
      },
    },
  ]);
  const [before] = await workers();
  const clusterId = (await rancher.cluster()).status.clusterName;
  await rancher.send('DELETE', `/k8s/clusters/${clusterId}/api/v1/nodes/${before?.metadata.name}`);
  await eventually(async () => {
    const [machine] = await workers();
    expect(machine?.metadata).toMatchObject({ state: { name: 'running' } });
    expect(machine?.metadata.uid).not.toBe(before?.metadata.uid);
  });
  await rancher.change((pools) => pools.map((one) => ({ ...one, unhealthyNodeTimeout: '0s' })));
  await eventually(async () => expect(await rancher.list('cluster.x-k8s.io.machinehealthcheck')).toEqual([]));
});

test.each([
  ['the autoscaler’s number stays where the pool has no quantity', { quantity: undefined }, 2],
  ['the quantity of the pool wins', { quantity: 1 }, 1],
])('%s (T27)', async (_what, more, count) => {
  await ordered({ autoscalingMinSize: 1, autoscalingMaxSize: 2, ...more });
  const [, deployment] = await rancher.list(DEPLOYMENT);
  expect(deployment).toMatchObject({
    metadata: { annotations: { 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size': '2' } },
  });
  const [capi] = await rancher.list('cluster.x-k8s.io.cluster');
  expect(capi?.metadata.annotations).toEqual({ 'provisioning.cattle.io/cluster-autoscaler-enabled': 'true' });
  await rancher.patch(`/v1/${DEPLOYMENT}s/fleet-default/blue-work`, { spec: { replicas: 2 } });
  await eventually(async () => {
    expect((await rancher.send('GET', '/_sim/pending')).body).toEqual({ count: 0 });
  });
  await rancher.running(1 + count);
});
