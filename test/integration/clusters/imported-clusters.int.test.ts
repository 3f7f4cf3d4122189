import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { renewArgocdAccess } from '#shared/app/cluster-access/renew-argocd-access';
import { importCluster } from '#shared/app/clusters/import-cluster';
import { pullCluster } from '#shared/app/clusters/pull-cluster';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { sweepClusters } from '#shared/app/clusters/steps/sweep-clusters';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { createNode } from '#shared/app/nodes/create-node';
import { argocdSecretName, clusterTag, nodeTag } from '#shared/domain/planning/naming';
import { staff } from '#test/builders/builders';
import { readSecret } from '#test/contracts/argocd/argocd-under-test';
import { rowsWith, stateOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { requestIn } from '../_worlds/world.ts';
import { withArgocd } from '../providers/argocd-provider.ts';
import { aForeignCluster, joinCluster, twoNodes } from './_worlds/running-cluster.ts';
import { deleteAll, deleteMachines } from './deletion.ts';

const world = await stepWorldPerFile();
const argocd = await withArgocd(world, world.settings);
const { store, deps, offering, demo } = world;
const rancher = await world.rancher.open(world.settings);
const session = await world.openstack.open(demo.tenant);
const names = z.array(z.object({ name: z.string() }));
const serverNames = async () => names.parse((await stateOf(world.cloud)).servers ?? []).map(({ name }) => name);

/**
 * A running server in the tenant, with a volume and optionally a floating IP. The server must run because Nova does not
 * tag servers that it is building.
 */
async function aMachine(name: string, isPublic = false): Promise<{ address: string }> {
  const [[image], [subnet], [gateway]] = await Promise.all([
    session.listImages(),
    session.listSubnets(),
    session.listGateways(),
  ]);
  const at = { networkId: subnet?.networkId ?? '', subnetId: demo.access.subnet_id };
  const port = await session.createPort({ name, ...at, securityGroupIds: [] });
  const machine = { name, flavorId: '2', imageId: image?.id ?? '', systemVolumeSizeMb: 65_536, dataVolumes: [] };
  const { id } = await session.createServer({ spec: machine, portId: port.id, tags: [], userData: '' });
  const status = async () => (await session.listServers()).find((one) => one.id === id)?.status;
  await expect.poll(status).toBe('ACTIVE');
  if (!isPublic) return { address: '' };
  const networkId = gateway?.externalNetworkId ?? '';
  return session.createFloatingIp({ networkId, portId: port.id, description: 'by hand' });
}

let count = 0;
/**
 * A foreign cluster with a server node and an agent node. Only the server node has a machine in the cloud. The tenant
 * also has the cluster's load balancer and an unrelated machine.
 */
async function foreign() {
  count += 1;
  const prefix = `foreign-${count}`;
  await aMachine(`${prefix}-00`);
  const { address } = await aMachine(`k8s-lb-${prefix}`, true);
  await aMachine(`${prefix}-database`);
  const { id, name } = await aForeignCluster({ rancher, url: world.rancherSimulator.url }, twoNodes(prefix));
  return { prefix, address, id, name };
}
function take(backendId: string) {
  const request = { backendId, projectUuid: world.project.uuid, tenantUuid: demo.tenant.uuid };
  return importCluster({ ...world, log: world.deps.log }, staff(), {
    uuidText: offering.uuid,
    parseRequest: () => request,
  });
}
async function imported() {
  const made = await foreign();
  const { uuid: resourceUuid, clusterUuid } = await take(made.id);
  return { ...made, resourceUuid, clusterUuid, cluster: () => store.clusters.get(clusterUuid) };
}
/**
 * The cores for which the cluster is charged, and the node and the server with this name. Each is undefined if it does
 * not exist.
 */
async function charged(clusterUuid: string, name: string) {
  const { resourceUuid } = await store.clusters.get(clusterUuid);
  const usages = await store.usages.listByResource(resourceUuid);
  const node = (await store.nodes.listByCluster(clusterUuid)).find(({ spec }) => spec.name === name);
  const server = (await session.listServers()).find((one) => one.name === name);
  return { node, server, cores: usages.find(({ type }) => type === 'cpu_hours')?.rate };
}
async function leaving({ resourceUuid, clusterUuid }: Awaited<ReturnType<typeof imported>>) {
  const order = await terminateResource(world, staff(), { resourceUuid, correlationId: 'correlation-2' });
  const [cluster, resource] = await Promise.all([store.clusters.get(clusterUuid), store.resources.get(resourceUuid)]);
  const target = { operationUuid: cluster.operationUuid ?? '', clusterUuid };
  return { order, cluster, resource, target };
}

describe('an imported cluster', () => {
  test('has the floating IPs of machines that are load balancers by their names (R-9-115)', async () => {
    const { address, cluster } = await imported();
    expect(address).not.toBe('');
    expect((await cluster()).imported).toEqual({ publicIps: [{ address, tenantUuid: demo.tenant.uuid }] });
  });

  test('has its machines, and is charged for them, where the cloud fails in the middle; the next look tags them (R-9-115)', async () => {
    const { id, prefix } = await foreign();
    await world.cloud.plan({ method: 'PUT', path: '/tags/', kind: 'status', status: 503 });
    // The call does not fail: the cluster is imported without tags.
    const { clusterUuid } = await take(id);
    await world.cloud.clearFaults();
    const { node, server, cores } = await charged(clusterUuid, `${prefix}-00`);
    expect(server).toMatchObject({ id: node?.instanceId, tags: [] });
    expect(cores).toBe(4);
    await pullCluster(deps, staff(), clusterUuid);
    const tags = [nodeTag(node?.uuid ?? ''), clusterTag(clusterUuid)];
    expect((await charged(clusterUuid, `${prefix}-00`)).server?.tags.toSorted()).toEqual(tags.toSorted());
  });

  test('has a machine that was tagged for a node, and is charged for it, where nobody came to write that down', async () => {
    const { prefix, clusterUuid } = await imported();
    const name = `${prefix}-01`;
    await aMachine(name);
    const { node, server } = await charged(clusterUuid, name);
    for (const tag of [nodeTag(node?.uuid ?? ''), clusterTag(clusterUuid)]) {
      await session.tagServer(server?.id ?? '', tag);
    }
    await pullCluster(deps, staff(), clusterUuid);
    expect(await charged(clusterUuid, name)).toMatchObject({
      node: { instanceId: server?.id, spec: { vcpus: 4 } },
      cores: 8,
    });
  });

  test('gets its key for Argo CD at the next round of renewals (R-9-114)', async () => {
    const { clusterUuid, cluster } = await imported();
    await renewArgocdAccess(deps);
    const secret = await readSecret(argocd, argocdSecretName(clusterUuid));
    expect(secret?.data.server).toContain(`/k8s/clusters/${(await cluster()).backendId}`);
    expect((await cluster()).argocdToken).toMatchObject({
      id: expect.stringMatching(/./),
      expiresAt: expect.any(String),
    });
  });

  test('gets nodes, which are planned in its tenant from their own request', async () => {
    const { name, clusterUuid, cluster } = await imported();
    const { role, ...request } = requestIn(demo, 'agent');
    const node = await createNode(world, staff(), {
      ...{ clusterUuid, correlationId: 'correlation-3' },
      parseRequest: () => ({ clusterUuid, role, ...request }),
    });
    expect(node).toMatchObject({
      spec: { name: `${name}-rancher-node-agent-1`, tenantUuid: demo.tenant.uuid, flavorId: '2' },
    });
    expect((await cluster()).nodes).toHaveLength(3);
  });

  test('is pulled as clusters made here are: nothing is written where nothing differs, and a node that has joined since is taken in', async () => {
    const { prefix, id, name, clusterUuid, cluster } = await imported();
    const pull = () => pullCluster(deps, staff(), clusterUuid);
    await pull();
    const before = await cluster();
    expect(before.drift).toMatchObject([{ kind: 'NODE_UNKNOWN', name: `${prefix}-01` }]); // the node's machine is unknown
    await pull();
    expect(await cluster()).toEqual(before);
    await joinCluster({ rancher, url: world.rancherSimulator.url }, { id, name }, [
      { name: `${prefix}-02`, roles: ['worker'] },
    ]);
    await pull();
    const nodes = (await cluster()).nodes.map(({ name, role }) => `${name} ${role}`);
    expect(nodes.sort()).toEqual([`${prefix}-00 server`, `${prefix}-01 agent`, `${prefix}-02 agent`]);
  });

  test('goes from Rancher with the machines that are linked to its nodes; all others of the tenant stay', async () => {
    const made = await imported();
    const { prefix, id, clusterUuid } = made;
    const linked = (await store.nodes.listByCluster(clusterUuid)).flatMap(({ volumeIds }) => volumeIds);
    expect(linked).toHaveLength(1);
    const begun = await leaving(made);
    await deleteAll(world, begun);
    await finishDeletion.call(deps, begun.target);
    const left = (await serverNames()).filter((name) => name.includes(prefix)).sort();
    expect(left).toEqual([`${prefix}-database`, `k8s-lb-${prefix}`]);
    expect(await session.listVolumes(linked)).toEqual([]);
    expect(await rancher.findCluster(id)).toBeUndefined();
    expect(await store.clusters.find(clusterUuid)).toBeUndefined();
    expect((await store.resources.get(made.resourceUuid)).state).toBe('Terminated');
    const kinds = (await rowsWith(world, clusterUuid)).map((row) => row.kind);
    expect(kinds).not.toContain('CLAIM');
  });

  test('is not gone while Rancher has it, and is named', async () => {
    const made = await imported();
    const begun = await leaving(made);
    await deleteMachines(world, begun);
    await expect(sweepClusters.call(deps, begun.target)).rejects.toThrow(`Still in Rancher: cluster ${made.name}`);
  });

  test('is not taken for another that has its name in Rancher since', async () => {
    const made = await imported();
    await rancher.deleteProvisioningCluster(made.name);
    await expect.poll(() => rancher.findCluster(made.id)).toBeUndefined();
    const { name } = await rancher.createProvisioningCluster({ name: made.name, labels: {}, kubernetesVersion: '' });
    await deleteAll(world, await leaving(made));
    expect(await rancher.findProvisioningCluster(name)).toMatchObject({ name, isBeingDeleted: false });
  });
});
