import { steps } from '#shared/contracts/steps';
import { LOG } from '#shared/contracts/telemetry';
import type { Cluster } from '#shared/domain/cluster';
import { clusterTag, floatingIpDescription, nodeTag, portName } from '#shared/domain/naming';
import type { Node } from '#shared/domain/node';
import { changed } from '#shared/domain/record';
import { BackendConflict, BackendUnavailable } from '#shared/errors';
import type { OpenStack, Port } from '#shared/ports/openstack';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import type { OpenStackDeps } from './openstack-deps.ts';
import { withQuotaFigures } from './quota-figures.ts';
import { userDataFor } from './user-data.ts';

type Making = { cluster: Cluster; node: Node; port: Port; isNew: boolean };

/** Found by its name, which is ours alone; `isNew` says that no server can exist yet, since a server needs its port. */
async function ensurePort(
  session: OpenStack,
  cluster: Cluster,
  { spec }: Node,
): Promise<{ port: Port; isNew: boolean }> {
  const name = portName(spec.name, cluster.uuid);
  const [existing] = await session.listPorts({ name });
  if (existing) return { port: existing, isNew: false };
  const { networkId, subnetId, securityGroupIds } = spec;
  return { port: await session.createPort({ name, networkId, subnetId, securityGroupIds }), isNew: true };
}

/** One that an earlier attempt took is the port's already; a new port has none. */
async function ensureFloatingIp(session: OpenStack, { cluster, node, port, isNew }: Making): Promise<string[]> {
  const { floatingNetworkId: networkId } = node.spec;
  if (networkId === undefined) return [];
  const [existing] = isNew ? [] : await session.listFloatingIps({ portId: port.id });
  const description = floatingIpDescription(node.uuid, cluster.uuid);
  const { address } = existing ?? (await session.createFloatingIp({ networkId, portId: port.id, description }));
  return [address];
}

/** A server an earlier attempt made. One that Nova gave up on is removed first: adopting it would be waiting for nothing. */
async function adoptServer(session: OpenStack, node: Node): Promise<string | undefined> {
  const [server] = await session.listServers({ tag: nodeTag(node.uuid) });
  if (server?.status !== 'ERROR') return server?.id;
  await session.deleteServer(server.id);
  throw new BackendUnavailable(`the failed server of ${node.spec.name} is being removed before a new one is made`);
}

/**
 * The port is the lock: Nova gives it to one server only. A refusal means that an attempt before this one is still at work,
 * or that a server that is being removed still holds it; the next attempt will know.
 */
async function createServer(deps: OpenStackDeps, session: OpenStack, { cluster, node, port }: Making) {
  const tags = [clusterTag(cluster.uuid), nodeTag(node.uuid)];
  const userData = await userDataFor(deps, cluster, node);
  try {
    return (await session.createServer({ spec: node.spec, portId: port.id, tags, userData })).id;
  } catch (error) {
    if (!(error instanceof BackendConflict)) throw error;
    throw new BackendUnavailable(`the port of ${node.spec.name} is in use: ${error.message}`, {}, error);
  }
}

/** Makes what is missing of port and server, and writes down what there is. */
async function make(deps: OpenStackDeps, session: OpenStack, of: { cluster: Cluster; node: Node }): Promise<string> {
  const { store, clock, log } = deps;
  const { cluster, node } = of;
  const { port, isNew } = await ensurePort(session, cluster, node);
  const making = { cluster, node, port, isNew };
  const floating = await ensureFloatingIp(session, making);
  const adopted = isNew ? undefined : await adoptServer(session, node);
  if (adopted !== undefined) log.info(LOG.serverAdopted, { nodeName: node.spec.name, serverId: adopted });
  const serverId = adopted ?? (await createServer(deps, session, making));
  const made: Partial<Node> = {
    state: adopted !== undefined && node.state === 'OK' ? 'OK' : 'CREATING',
    portId: port.id,
    instanceId: serverId,
    addresses: [...port.fixedIps, ...floating],
    lastError: undefined,
  };
  await store.commit(store.nodes.replace(changed(node, clock.now(), made)));
  return serverId;
}

/** Adopts the server a previous attempt left behind: Step Functions retries whole tasks, so creating twice must be impossible. */
export const ensureServer = onProvider(steps.openstack.ensureServer, async (deps: OpenStackDeps, input, cluster) => {
  const { store, openstack } = deps;
  const node = await store.nodes.get(cluster.uuid, input.nodeUuid);
  const session = await openstack.open(await store.tenants.get(node.spec.tenantUuid));
  const serverId = await withQuotaFigures(session, node, () => make(deps, session, { cluster, node }));
  await note(deps, input, { step: 'server', message: 'Server requested', nodeName: node.spec.name });
  return { serverId };
});
