import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { checkLoadBalancers } from '#shared/app/infrastructure/steps/check-load-balancers';
import { emptyTenants } from '#shared/app/infrastructure/steps/empty-tenants';
import { ensureLoadBalancer } from '#shared/app/infrastructure/steps/ensure-load-balancer';
import { ensureProject } from '#shared/app/infrastructure/steps/ensure-project';
import { planTenants } from '#shared/app/infrastructure/steps/plan-tenants';
import { sweepProjects } from '#shared/app/infrastructure/steps/sweep-projects';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { planBuildFault } from '../_steps/build-fault.ts';
import { empty, managedWorldPerFile, PROVISIONING, provision, remove } from '../_worlds/managed-world.ts';
import {
  type Begun,
  clusterOf,
  EVENTUALLY,
  nodesOf,
  requestServers,
  stableStateOf,
  stateOf,
} from '../_worlds/step-world.ts';

const world = await managedWorldPerFile();
beforeEach(() => world.cloud.clearFaults());

const named = z.object({ name: z.string() });
/** The objects of a kind in the order's project in the cloud. */
async function inProject(begun: Begun, kind: string): Promise<Record<string, unknown>[]> {
  const { made } = await world.tenantOf(begun);
  const { [kind]: all = [] } = await stateOf(world.cloud);
  return all.filter((item) => [item.project_id, item.tenant_id].includes(made.projectId));
}
/** The number of objects of each kind that a user of the project sees. */
async function counts(begun: Begun): Promise<Record<string, number>> {
  const kinds = ['networks', 'subnets', 'routers', 'security_groups', 'server_groups', 'servers', 'floating_ips'];
  const lists = await Promise.all(kinds.map((kind) => inProject(begun, kind)));
  return Object.fromEntries(kinds.map((kind, index) => [kind, lists[index]?.length ?? 0]));
}
const WHOLE = {
  networks: 1,
  subnets: 1,
  routers: 1,
  security_groups: 3,
  server_groups: 2,
  servers: 1,
  floating_ips: 1,
};

describe('the infrastructure of a tenant', () => {
  test('is made once, however often its steps are run (S0-320, S0-325, S0-327)', async () => {
    const begun = await world.order();
    await provision(world, begun);
    await provision(world, begun);
    expect(await counts(begun)).toEqual(WHOLE);
    const { projects = [] } = await stateOf(world.cloud);
    const { name } = await world.tenantOf(begun);
    expect(projects.filter((project) => project.name === name)).toHaveLength(1);
  });

  test('has its network’s gateway, pool and load balancer where the plan says, and the standard group beside its own (S0-014, S0-321, S0-322, S0-324, S0-326, S0-329, S0-351)', async () => {
    const begun = await world.order();
    await provision(world, begun);
    const { network, made } = await world.tenantOf(begun);
    const [subnet] = await inProject(begun, 'subnets');
    expect(subnet).toMatchObject({
      cidr: network.cidr,
      gateway_ip: network.gatewayIp,
      allocation_pools: [network.pool],
    });
    const ports = await inProject(begun, 'ports');
    const own = ports.find(({ name }) => String(name).startsWith('k8s-lb-'));
    expect(own).toMatchObject({ fixed_ips: [{ ip_address: network.loadBalancerIp }] });
    const { default: standard, k8s_admin, k8s_public } = made.securityGroupIds;
    expect(z.array(z.string()).parse(own?.security_groups).sort()).toEqual([standard, k8s_admin, k8s_public].sort());
    const rules = await inProject(begun, 'security_group_rules');
    const amongMembers = rules.filter(
      ({ direction, security_group_id: id }) => direction === 'ingress' && id === standard,
    );
    expect(amongMembers.map(({ remote_group_id }) => remote_group_id)).toEqual([standard, standard]);
  });

  test('has groups that open what the provider says, and quotas as large as the order (S0-352, S0-353)', async () => {
    const begun = await world.order(2);
    await provision(world, begun);
    const groups = await inProject(begun, 'security_groups');
    expect(groups.map((group) => named.parse(group).name).toSorted()).toEqual(['default', 'k8s_admin', 'k8s_public']);
    const rules = await inProject(begun, 'security_group_rules');
    const open = rules.filter(({ remote_ip_prefix }) => remote_ip_prefix === '198.51.100.0/24');
    expect(open.map(({ port_range_min }) => port_range_min).sort()).toEqual([22, 6443, 9345]);
    const everybody = rules.filter(({ remote_ip_prefix }) => remote_ip_prefix === '0.0.0.0/0');
    expect(everybody.map(({ port_range_min }) => port_range_min).sort()).toEqual([443, 80]);
    const { limits, made } = await world.tenantOf(begun);
    const admin = await world.openstack.admin((await world.tenantOf(begun)).settingsUuid);
    const quotas = await admin.readProjectQuotas(made.projectId ?? '');
    expect(quotas).toMatchObject({
      cores: { limit: limits.cores },
      ram: { limit: limits.ram },
      gigabytes: { limit: (limits.storage ?? 0) / 1024 },
    });
  });

  test.each([
    ['POST', '/projects$', 0],
    ['POST', '/networks$', 1],
    ['POST', '/subnets$', 1],
    ['POST', '/routers$', 1],
    ['PUT', '/add_router_interface$', 1],
    ['POST', '/os-server-groups$', 1],
    ['POST', '/security-groups$', 2],
    ['POST', '/security-group-rules$', 2],
    ['POST', '/ports$', 3],
    ['POST', '/floatingips$', 3],
    ['POST', '/servers$', 3],
  ])('is not made twice when the answer of %s %s is lost', async (method, path, step) => {
    const begun = await world.order();
    await provision(world, begun, step);
    await world.cloud.plan({ kind: 'lose', method, path, nth: 1 });
    await expect(provision(world, begun)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await provision(world, begun);
    expect(await counts(begun)).toEqual(WHOLE);
  });

  test('is not put into a project of the same name that is somebody else’s', async () => {
    const begun = await world.order();
    await planTenants.run(world.deps, begun.target);
    const tenant = await world.tenantOf(begun);
    const admin = await world.openstack.admin(tenant.settingsUuid);
    const theirs = await admin.createProject({ name: tenant.name, description: 'of somebody', tags: [] });
    const step = ensureProject.run(world.deps, { ...begun.target, tenantUuid: tenant.uuid });
    await expect(step).rejects.toThrow(`The cloud already has a project ${tenant.name} (${theirs.id})`);
    await admin.deleteProject(theirs.id);
  });
});

describe('a load balancer', () => {
  test('is waited for, and its floating IP is the cluster’s and in the certificate of its API (S0-357)', async () => {
    const begun = await world.order();
    await provision(world, begun);
    await expect.poll(() => checkLoadBalancers.run(world.deps, begun.target), EVENTUALLY).toEqual({ ready: true });
    const { made, network, uuid } = await world.tenantOf(begun);
    const { managed } = await clusterOf(world, begun);
    expect(managed?.publicIps).toEqual([{ address: made.publicIp, tenantUuid: uuid }]);
    await expect.poll(() => ensureCluster.run(world.deps, begun.target), EVENTUALLY).toEqual({ ready: true });
    const { provisioningClusters = [] } = await stateOf(world.rancherSimulator);
    const { name } = await clusterOf(world, begun);
    const own = provisioningClusters.find(({ id }) => id === `fleet-default/${name}`);
    const machineGlobalConfig = { 'tls-san': [made.publicIp, network.loadBalancerIp] };
    expect(own).toMatchObject({ spec: { rkeConfig: { machineGlobalConfig } } });
  });

  test('that fails to build is made again once by itself', async () => {
    const begun = await world.order();
    await provision(world, begun, 3);
    const { uuid, loadBalancer } = await world.tenantOf(begun);
    await planBuildFault(world.cloud, {
      name: `^${loadBalancer.name}$`,
      message: 'No valid host was found.',
      times: 1,
    });
    await ensureLoadBalancer.run(world.deps, { ...begun.target, tenantUuid: uuid });
    await expect.poll(() => checkLoadBalancers.run(world.deps, begun.target), EVENTUALLY).toEqual({ ready: true });
    expect((await world.tenantOf(begun)).made.lostLoadBalancers).toHaveLength(1);
    expect(await counts(begun)).toEqual(WHOLE);
  });

  test('that keeps failing is reported in the cloud’s words, and made again by a retry', async () => {
    const begun = await world.order();
    await provision(world, begun, 3);
    const { uuid, loadBalancer } = await world.tenantOf(begun);
    const message = 'No valid host was found.';
    await planBuildFault(world.cloud, { name: `^${loadBalancer.name}$`, message, times: 2 });
    const ensure = () => ensureLoadBalancer.run(world.deps, { ...begun.target, tenantUuid: uuid });
    await ensure();
    const check = () => checkLoadBalancers.run(world.deps, begun.target);
    await expect.poll(() => check().catch(String), EVENTUALLY).toContain(message);
    await expect(ensure()).rejects.toThrow('has failed and is being removed');
    await expect.poll(() => ensure().catch(() => undefined), EVENTUALLY).toEqual({});
    await expect.poll(check, EVENTUALLY).toEqual({ ready: true });
    expect(await counts(begun)).toEqual(WHOLE);
  });
});

describe('the nodes of a managed cluster', () => {
  test('are planned into their tenant’s network, the default group and a server group of their role (S0-347, S0-348)', async () => {
    const begun = await world.order(2);
    await provision(world, begun);
    await planNodes.run(world.deps, begun.target);
    const { uuid, made } = await world.tenantOf(begun);
    const nodes = await nodesOf(world, begun);
    expect(nodes.map(({ spec }) => [spec.role, spec.roles])).toEqual([
      ['agent', ['worker']],
      ['agent', ['worker']],
      ['server', ['etcd', 'controlplane']],
      ['server', ['etcd', 'controlplane']],
      ['server', ['etcd', 'controlplane']],
    ]);
    for (const { spec } of nodes) {
      expect(spec).toMatchObject({ tenantUuid: uuid, networkId: made.networkId, subnetId: made.subnetId });
      expect(spec.securityGroupIds).toEqual([made.securityGroupIds.default]);
      expect(spec.serverGroupId).toBe(made.serverGroupIds[spec.role]);
    }
  });

  test('become machines of that server group', async () => {
    const begun = await world.order();
    await provision(world, begun);
    await planNodes.run(world.deps, begun.target);
    await expect.poll(() => ensureCluster.run(world.deps, begun.target), EVENTUALLY).toEqual({ ready: true });
    await requestServers(world, begun);
    const { server, agent } = (await world.tenantOf(begun)).made.serverGroupIds;
    const ofNodes = (await inProject(begun, 'servers')).filter(({ name }) => String(name).includes('-rancher-node-'));
    expect(ofNodes.map(({ server_group }) => server_group).sort()).toEqual([server, server, server, agent].sort());
  });
});

describe('the removal of the infrastructure', () => {
  test.each([...PROVISIONING.keys(), PROVISIONING.length])(
    'leaves the cloud as it was, after %i of the steps that make it',
    async (steps) => {
      const before = await stableStateOf(world.cloud);
      const begun = await world.order();
      await provision(world, begun, steps);
      await remove(world, begun);
      expect(await stableStateOf(world.cloud)).toEqual(before);
    },
  );

  test('takes along what workloads have made in the tenant, and names what is left until it is gone', async () => {
    const begun = await world.order();
    await provision(world, begun);
    expect((await emptyTenants.run(world.deps, begun.target)).left).toContain('server k8s-lb-');
    await empty(world, begun);
    expect(await counts(begun)).toMatchObject({ networks: 0, servers: 0, floating_ips: 0, server_groups: 0 });
    await remove(world, begun);
  });

  test('is not said to be done while a project of the cluster is there', async () => {
    const begun = await world.order();
    await provision(world, begun, 1);
    const { name } = await world.tenantOf(begun);
    await expect(sweepProjects.run(world.deps, begun.target)).rejects.toThrow(`Still in OpenStack: project ${name}`);
    await remove(world, begun);
  });
});
