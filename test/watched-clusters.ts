import { randomUUID } from 'node:crypto';
import { until } from '#infra/local/until';
import { commitInChunks } from '#shared/app/_core/commit-in-chunks';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import { clusterTag, nodeTag, portName } from '#shared/domain/planning/naming';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { OpenStack } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import type { Store } from '#shared/ports/store';
import { aCluster, aNode, aNodeSpec, aResource } from './builders/builders.ts';

export type WatchedPlace = {
  store: Store;
  settings: RancherSettings;
  rancher: Rancher;
  rancherUrl: string;
  tenant: Tenant;
  session: OpenStack;
};

/** Waits for the simulator's controllers. They usually take tens of milliseconds. */
const eventually = <T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> =>
  until(
    { tooLate: 'The simulator has not reached the expected state.', timeoutMs: 20_000, intervalMs: 20 },
    async () => {
      const value = await read();
      return isThere(value) ? value : undefined;
    },
  );

async function backendIdOf({ rancher }: WatchedPlace, name: string): Promise<string> {
  await rancher.createProvisioningCluster({ name, labels: {}, kubernetesVersion: 'v1.31.7+rke2r1' });
  const id = async () => (await rancher.findProvisioningCluster(name))?.managementId;
  return (await eventually(id, Boolean)) ?? '';
}

type InRancher = { backendId: string; name: string };

/** Sends the request that the system agent's installer sends from each machine. */
async function join({ rancher, rancherUrl }: WatchedPlace, cluster: InRancher, nodes: readonly Node[]): Promise<void> {
  const { backendId } = cluster;
  const { id } = await rancher.createRegistrationToken(backendId, {});
  const tokens = async () => (await rancher.listRegistrationTokens(backendId)).find((item) => item.id === id)?.token;
  const authorization = `Bearer ${await eventually(tokens, Boolean)}`;
  for (const { spec } of nodes) {
    const isServer = String(spec.role === 'server');
    const headers = {
      ...{ authorization, 'x-cattle-id': randomUUID(), 'x-cattle-node-name': spec.name },
      ...{ 'x-cattle-address': '10.20.0.9', 'x-cattle-role-etcd': isServer, 'x-cattle-role-control-plane': isServer },
      'x-cattle-role-worker': String(spec.role === 'agent'),
    };
    const { status } = await fetch(`${rancherUrl}/v3/connect/agent`, { headers });
    if (status !== 200) throw new Error(`${spec.name} was answered ${status}`);
  }
  const active = async () => (await rancher.listNodes(cluster)).filter(({ state }) => state === 'active').length;
  await eventually(active, (count) => count === nodes.length);
  const state = async () => (await rancher.findCluster(backendId))?.state;
  await eventually(state, (it) => it === 'active');
}

/** Creates a Nova server for each node, in the network of the node's tenant. */
async function boot({ session }: WatchedPlace, nodes: readonly Node[]): Promise<Node[]> {
  const [[subnet], [image], flavors] = await Promise.all([
    session.listSubnets(),
    session.listImages(),
    session.listFlavors(),
  ]);
  const flavor = flavors.find(({ vcpus }) => vcpus >= 2);
  if (!subnet || !image || !flavor) throw new Error('the cloud has nothing to boot');
  const booted: Node[] = [];
  for (const node of nodes) {
    const { spec, uuid, clusterUuid } = node;
    const wanted = { name: portName(spec.name, clusterUuid), networkId: subnet.networkId, subnetId: subnet.id };
    const port = await session.createPort({ ...wanted, securityGroupIds: [] });
    const tags = [clusterTag(clusterUuid), nodeTag(uuid)];
    const machine = { ...spec, flavorId: flavor.id, imageId: image.id };
    const server = await session.createServer({ spec: machine, portId: port.id, tags, userData: '' });
    booted.push({ ...node, spec: machine, portId: port.id, instanceId: server.id });
  }
  return booted;
}

function nodesOf(cluster: Cluster, counts: Record<NodeRole, number>): Node[] {
  const { uuid: clusterUuid, name: clusterName, tenantUuid, settingsUuid, projectUuid, customerUuid } = cluster;
  const place = { clusterUuid, clusterName, settingsUuid, projectUuid, customerUuid };
  const named = (role: NodeRole) =>
    Array.from({ length: counts[role] }, (_, index) => {
      const spec = aNodeSpec({ name: `${clusterName}-${role}-${index + 1}`, role, tenantUuid });
      return aNode({ ...place, spec, state: 'OK' });
    });
  return [...named('server'), ...named('agent')];
}

/** Creates a cluster in state OK, with its records, its cluster in Rancher and its servers in the tenant. */
export async function aWatchedCluster(
  place: WatchedPlace,
  name: string,
  counts: Record<NodeRole, number>,
): Promise<Cluster> {
  const { store, settings, tenant } = place;
  const backendId = await backendIdOf(place, name);
  const { projectUuid, customerUuid } = tenant;
  const inPlace = { settingsUuid: settings.uuid, tenantUuid: tenant.uuid, projectUuid, customerUuid };
  const resource = aResource({ state: 'OK', projectUuid, customerUuid });
  const cluster = aCluster({ ...inPlace, name, state: 'OK', backendId, resourceUuid: resource.uuid });
  const nodes = await boot(place, nodesOf(cluster, counts));
  await join(place, { backendId, name }, nodes);
  const whole = { ...cluster, nodes: nodes.map(summaryOf) };
  await store.commit(store.clusters.insert(whole), store.resources.insert(resource));
  await commitInChunks(store, nodes, (node) => [store.nodes.insert(node)]);
  return whole;
}
