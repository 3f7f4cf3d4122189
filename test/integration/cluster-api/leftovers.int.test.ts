import { expect, test, vi } from 'vitest';
import { deleteCluster } from '#shared/app/cluster-api/steps/delete-cluster';
import { deleteLoadBalancers } from '#shared/app/cluster-api/steps/delete-load-balancers';
import { ensureServerGroups } from '#shared/app/cluster-api/steps/ensure-server-groups';
import { planClusterApi } from '#shared/app/cluster-api/steps/plan-cluster-api';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import { deleteCloudCredential } from '#shared/app/pools/steps/cloud-credential';
import { changed } from '#shared/domain/_core/record';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import { appliedCluster, begunCluster, clusterApiWorldPerFile } from '../_worlds/cluster-api-world.ts';
import { personInCloud } from '../_worlds/person-in-cloud.ts';
import { type Begun, clusterOf, EVENTUALLY, stateOf } from '../_worlds/step-world.ts';
import { leaving } from '../clusters/deletion.ts';

const world = await clusterApiWorldPerFile();
const { deps, store } = world;
const person = await personInCloud(world);

const KINDS = ['load_balancers', 'floating_ips', 'volumes', 'security_groups', 'server_groups'];
async function inTenant(): Promise<string[]> {
  const state = await stateOf(world.cloud);
  return KINDS.flatMap((kind) => (state[kind] ?? []).map(({ id }) => `${kind} ${String(id)}`)).sort();
}

/**
 * Creates the objects that the cloud controller manager and the CSI driver create for one Service and one volume claim.
 */
async function madeInside(clusterName: string): Promise<string[]> {
  const service = `external service default/web from cluster ${clusterName}`;
  const name = `kube_service_${clusterName}_default_web`;
  return [
    `load_balancers ${await person.loadBalancer({ name, description: `Kubernetes ${service}` })}`,
    `floating_ips ${await person.floatingIp(`Floating IP for Kubernetes ${service}`)}`,
    `security_groups ${await person.securityGroup({
      name: `lb-sg-${clusterName}-default-web`,
      description: `Security Group for default/web Service LoadBalancer in cluster ${clusterName}`,
    })}`,
    `volumes ${await person.volume({ 'cinder.csi.openstack.org/cluster': clusterName })}`,
  ];
}

async function deleted(begun: Begun): Promise<Begun> {
  const left = await leaving(world, begun);
  for (const step of [deleteLoadBalancers, deleteCluster, deleteLeftovers]) {
    await vi.waitFor(async () => expect(await step.call(deps, left.target)).toEqual({ gone: true }), EVENTUALLY);
  }
  await deleteCloudCredential.call(deps, left.target);
  return left;
}

test('what programs inside a cluster made goes with it, and nothing of another cluster or of a user (M25)', async () => {
  const begun = await appliedCluster(world);
  const { uuid } = begun.cluster;
  const before = await inTenant();
  const own = await madeInside(uuid);
  const others = await madeInside(`${uuid}0`);
  const kept = [
    `volumes ${await person.volume({ 'cinder.csi.openstack.org/cluster': uuid, 'paddock.cloud/keep': 'true' })}`,
    `volumes ${await person.volume()}`,
    `floating_ips ${await person.floatingIp('of a user')}`,
  ];
  const left = await deleted(begun);
  expect(await inTenant()).toEqual([...before, ...others, ...kept].sort());
  expect(own).not.toEqual(others);
  await expect(sweepTenants.call(deps, left.target)).resolves.toEqual({});
});

test('load balancers go before the cluster, because they hold its network (M25)', async () => {
  const begun = await appliedCluster(world);
  const [balancer = ''] = await madeInside(begun.cluster.uuid);
  const left = await leaving(world, begun);
  expect(await deleteLoadBalancers.call(deps, left.target)).toEqual({ gone: false });
  const remove = () => deleteLoadBalancers.call(deps, left.target);
  await expect.poll(remove, EVENTUALLY).toEqual({ gone: true });
  expect(await inTenant()).not.toContain(balancer);
  await expect(sweepTenants.call(deps, left.target)).rejects.toThrow(/floating IP .*volume .*security group lb-sg-/);
});

test('a load balancer that Octavia does not let go is named by the sweep (M25)', async () => {
  const begun = await begunCluster(world);
  await planClusterApi.call(deps, begun.target);
  const { uuid } = begun.cluster;
  await world.cloud.setDelays({ loadBalancerCreate: 60_000 });
  const description = `Kubernetes external service default/web from cluster ${uuid}`;
  const id = await person.loadBalancer({ name: 'kube_service_x', description });
  const left = await leaving(world, begun);
  await expect(sweepTenants.call(deps, left.target)).rejects.toMatchObject({
    name: 'DeletionBlocked',
    message: expect.stringContaining(`load balancer kube_service_x (${id}: PENDING_CREATE)`),
  });
  await world.cloud.setDelays({ loadBalancerCreate: 50 });
});

/** A planned cluster whose infrastructure is OpenStack. */
async function planned(policy: string): Promise<{ begun: Begun; spec: () => Promise<ClusterApiSpec | undefined> }> {
  const begun = await begunCluster(world, { overrides: { labels: { server_group_policies: policy } } });
  await planClusterApi.call(deps, begun.target);
  const cluster = await clusterOf(world, begun);
  const clusterApi = cluster.clusterApi && { ...cluster.clusterApi, infrastructure: 'openstack' as const };
  await store.commit(store.clusters.replace(changed(cluster, deps.clock.now(), { clusterApi })));
  return { begun, spec: async () => (await clusterOf(world, begun)).clusterApi };
}

test('control plane and node groups have server groups of the wanted policy, which go with the cluster (M14, M25)', async () => {
  const before = await inTenant();
  const { begun, spec } = await planned('anti-affinity');
  for (const _attempt of [1, 2]) await ensureServerGroups.call(deps, begun.target);
  const made = await spec();
  const name = made?.capiName ?? '';
  const named = (await stateOf(world.cloud)).server_groups?.filter((group) => String(group.name).startsWith(name));
  expect(named?.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1))).toMatchObject([
    { id: made?.controlPlane.serverGroupId, name, policy: 'anti-affinity' },
    { id: made?.nodeGroups[0]?.serverGroupId, name: `${name}-default-worker`, policy: 'anti-affinity' },
  ]);
  const left = await leaving(world, begun);
  await expect.poll(() => deleteLeftovers.call(deps, left.target), EVENTUALLY).toEqual({ gone: true });
  expect(await inTenant()).toEqual(before);
});
