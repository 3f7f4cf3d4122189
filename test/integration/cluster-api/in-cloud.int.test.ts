import { beforeAll, expect, test, vi } from 'vitest';
import { deleteCluster } from '#shared/app/cluster-api/steps/delete-cluster';
import { deleteLoadBalancers } from '#shared/app/cluster-api/steps/delete-load-balancers';
import { sweepCluster } from '#shared/app/cluster-api/steps/sweep-cluster';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import { deleteCloudCredential } from '#shared/app/pools/steps/cloud-credential';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { appliedCluster, clusterApiWorldPerFile, watchedCluster } from '../_worlds/cluster-api-world.ts';
import { personInCloud } from '../_worlds/person-in-cloud.ts';
import { type Begun, clusterOf, EVENTUALLY, stateOf } from '../_worlds/step-world.ts';
import { leaving } from '../clusters/deletion.ts';

/** Clusters whose machines are servers of the simulated cloud. Cluster API's OpenStack provider creates the servers. */
const world = await clusterApiWorldPerFile({ infrastructure: 'openstack' });
const { deps, management } = world;
const LABELS = { overrides: { labels: { manila_csi_enabled: 'false' } } };

beforeAll(async () => {
  await management.setDelays({ pace: 0.001 });
  const api = await world.clusterApi.open(world.managementSettings);
  const daemon = { kind: 'DaemonSet', spec: { containers: [{ name: 'a', image: 'quay.io/calico/node:v3' }] } };
  for (const name of ['paddock-calico-v3.32.1', 'paddock-cinder-csi-v1.32.0']) {
    await api.apply({ ...KINDS.configMap, metadata: { name }, data: { 'all.yaml': JSON.stringify(daemon) } });
  }
});

const KEPT = [
  ...['servers', 'ports', 'networks', 'subnets', 'routers', 'security_groups', 'floating_ips', 'volumes'],
  ...['load_balancers', 'load_balancer_parts', 'server_groups', 'application_credentials'],
];
async function inCloud(): Promise<Record<string, string[]>> {
  const state = await stateOf(world.cloud);
  return Object.fromEntries(KEPT.map((kind) => [kind, (state[kind] ?? []).map(({ id }) => String(id)).sort()]));
}
const ofCluster = async (kind: string, text: string) =>
  ((await stateOf(world.cloud))[kind] ?? []).filter((row) => JSON.stringify(row).includes(text));

async function running(wanted: Parameters<typeof appliedCluster>[1]): Promise<Begun> {
  const begun = await appliedCluster(world, wanted);
  const { clusterApi } = await clusterOf(world, begun);
  const servers = async () => (await ofCluster('servers', clusterApi?.capiName ?? '')).length;
  await expect.poll(servers, EVENTUALLY).toBeGreaterThan(0);
  expect(await watchedCluster(world, begun)).toMatchObject({ output: { ready: true } });
  return begun;
}

async function deleted(begun: Begun): Promise<void> {
  const { target } = begun;
  for (const step of [deleteLoadBalancers, deleteCluster, deleteLeftovers]) {
    await vi.waitFor(async () => expect(await step.call(deps, target)).toEqual({ gone: true }), EVENTUALLY);
  }
  await deleteCloudCredential.call(deps, target);
  await sweepTenants.call(deps, target);
  await sweepCluster.call(deps, target);
}

test('a cluster has servers in server groups, and its API behind a load balancer with a floating IP; nothing is left of it (S3-001, S3-011, S3-028, M14, M25)', async () => {
  const before = await inCloud();
  const begun = await running({ masterCount: 1, nodeCount: 2, ...LABELS });
  const { clusterApi, uuid } = await clusterOf(world, begun);
  const name = clusterApi?.capiName ?? '';
  const servers = await ofCluster('servers', name);
  expect(servers.map(({ status, tags }) => [status, tags])).toEqual(
    Array(3).fill(['ACTIVE', [`paddock:cluster:${uuid}`]]),
  );
  expect(servers.map(({ server_group }) => server_group).sort()).toEqual(
    [clusterApi?.controlPlane, ...Array(2).fill(clusterApi?.nodeGroups[0])].map((one) => one?.serverGroupId).sort(),
  );
  const [balancer] = await ofCluster('load_balancers', `${name}-kubeapi`);
  expect(balancer).toMatchObject({ provisioning_status: 'ACTIVE', provider: 'amphorav2' });
  expect(await ofCluster('floating_ips', String(balancer?.vip_port_id))).toHaveLength(1);
  await deleted(await leaving(world, begun));
  await world.cloud.settled();
  expect(await inCloud()).toEqual(before);
});

test('a load balancer of a Service in the cluster’s own network does not keep it from being deleted (M25)', async () => {
  const begun = await running(LABELS);
  const { clusterApi, uuid } = await clusterOf(world, begun);
  const [subnet] = await ofCluster('subnets', clusterApi?.capiName ?? '');
  const description = `Kubernetes external service default/web from cluster ${uuid}`;
  const person = await personInCloud(world);
  const id = await person.loadBalancer({ name: 'web', description, vip_subnet_id: String(subnet?.id) });
  expect(await ofCluster('load_balancers', id)).toHaveLength(1);
  await deleted(await leaving(world, begun));
  expect(await ofCluster('load_balancers', id)).toEqual([]);
});

test('a quota of the cloud ends the order with Nova’s words, and what was made goes (M37)', async () => {
  const message = 'Quota exceeded for cores: Requested 2, but already used 20 of 20 cores';
  const body = { forbidden: { code: 403, message } };
  await world.cloud.plan({ method: 'POST', path: '/servers$', kind: 'status', status: 403, body });
  const begun = await appliedCluster(world, LABELS);
  expect(await watchedCluster(world, begun)).toMatchObject({
    error: 'BackendQuotaExceeded',
    cause: expect.stringContaining('cores'),
  });
  await world.cloud.clearFaults();
  await deleted(await leaving(world, begun));
});
