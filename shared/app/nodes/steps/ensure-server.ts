import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { noteNode } from '#shared/app/_core/steps/note-node';
import { note } from '#shared/app/_core/steps/timeline';
import { ensureFloatingIp } from '#shared/app/infrastructure/steps/ensure-floating-ip';
import { steps } from '#shared/contracts/steps';
import { LOG } from '#shared/contracts/telemetry';
import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import { type Attempts, faultOf, isGivenUp, withMishap } from '#shared/domain/nodes/server-attempts';
import {
  clusterTag,
  floatingIpDescription,
  isMadeForAnother,
  nodeTag,
  portName,
  rancherTag,
} from '#shared/domain/planning/naming';
import { BackendConflict, BackendQuotaExceeded, BackendUnavailable, ProvisioningFailed } from '#shared/errors';
import type { OpenStack, Port, Server } from '#shared/ports/openstack';
import type { OpenStackDeps } from './openstack-deps.ts';
import { withQuotaFigures } from './quota-figures.ts';
import { userDataFor } from './user-data.ts';

type Making = Wanted & { port: Port; isNew: boolean };

/**
 * Finds or creates the port. Its name is unique to the node. `isNew` means that the port was just created. In this case
 * no server exists yet, because a server needs its port first.
 */
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

/**
 * Finds or creates the floating IP of the port, if the node needs one. Does not search if the port is new, because a
 * new port cannot have a floating IP yet.
 */
async function floatingAddresses(session: OpenStack, { cluster, node, port, isNew }: Making): Promise<string[]> {
  const { floatingNetworkId: networkId } = node.spec;
  if (networkId === undefined) return [];
  const description = floatingIpDescription(node.uuid, cluster.uuid);
  return [await ensureFloatingIp(session, { networkId, portId: port.id, description }, isNew)];
}

/**
 * Finds the server of an earlier attempt. If this server can never join, it is deleted. If there is no server, volumes
 * of earlier servers are deleted.
 */
async function adoptServer(deps: OpenStackDeps, session: OpenStack, wanted: Wanted): Promise<string | undefined> {
  const [server] = await session.listServers({ tag: nodeTag(wanted.node.uuid) });
  if (server && isUnfit(wanted, server)) return removeUnfitServer(deps, session, wanted, server);
  if (!server) await removeVolumesOf(session, wanted.node);
  return server?.id;
}

/**
 * Creates the server. Nova gives a port to one server only, so a second server is impossible. A conflict means that an
 * earlier attempt is still running, or that a server in deletion still has the port. The step is then repeated.
 */
async function createServer(deps: OpenStackDeps, session: OpenStack, { cluster, node, port, target }: Making) {
  const tags = [clusterTag(cluster.uuid), nodeTag(node.uuid), rancherTag(cluster.backendId)];
  const userData = await userDataFor(deps, cluster, node);
  try {
    const { spec } = node;
    const wanted = { spec, portId: port.id, tags, userData, serverGroupId: spec.serverGroupId };
    const { id, requestId } = await session.createServer(wanted);
    return madeNow(id, { operationUuid: target.operationUuid, ...(requestId !== undefined && { requestId }) });
  } catch (error) {
    if (!(error instanceof BackendConflict)) throw error;
    throw new BackendUnavailable(`The port of node ${node.spec.name} is in use: ${error.message}`, {}, error);
  }
}

type Made = Pick<Node, 'state' | 'instanceId' | 'serverRequest' | 'backendId' | 'runtimeState'>;

/**
 * Fields of a node with a new server. The health and the id in Rancher are cleared, because they belong to the earlier
 * machine.
 */
const madeNow = (instanceId: string, serverRequest: Node['serverRequest']): Made => ({
  state: 'CREATING',
  instanceId,
  serverRequest,
  backendId: '',
  runtimeState: '',
});

/**
 * Fields of a node whose server already exists. If the node's record does not name this server, it is unknown which
 * operation requested the server. In this case, the current operation is recorded, because it most likely requested the
 * server.
 */
const madeBefore = (node: Node, instanceId: string, { operationUuid }: Target): Made => ({
  state: node.state === 'OK' ? 'OK' : 'CREATING',
  backendId: node.backendId,
  runtimeState: node.runtimeState,
  instanceId,
  serverRequest: node.instanceId === instanceId ? node.serverRequest : { operationUuid },
});

/** Creates the port and the server if they are missing, and records both. */
async function make(deps: OpenStackDeps, session: OpenStack, wanted: Wanted): Promise<string> {
  const { store, clock, log } = deps;
  const { target, cluster, node } = wanted;
  const { port, isNew } = await ensurePort(session, cluster, node);
  const making = { ...wanted, port, isNew };
  const floating = await floatingAddresses(session, making);
  const adopted = isNew ? undefined : await adoptServer(deps, session, wanted);
  if (adopted !== undefined) log.info(LOG.serverAdopted, { nodeName: node.spec.name, serverId: adopted });
  const made = adopted === undefined ? await createServer(deps, session, making) : madeBefore(node, adopted, target);
  const known = { portId: port.id, addresses: [...port.fixedIps, ...floating], lastError: undefined };
  await store.commit(store.nodes.replace(changed(node, clock.now(), { ...made, ...known })));
  return made.instanceId;
}

/**
 * Finds or creates the node's server. Step Functions repeats whole tasks, so an attempt must find the server of an
 * earlier attempt.
 */
export const ensureServer = onProvider(steps.openstack.ensureServer, async (deps: OpenStackDeps, input, cluster) => {
  const { store, openstack } = deps;
  const node = await store.nodes.get(cluster.uuid, input.nodeUuid);
  const session = await openstack.open(await store.tenants.get(node.spec.tenantUuid));
  const serverId = await withQuotaFigures(session, node, () => make(deps, session, { target: input, cluster, node }));
  const nth = node.failedServers.length + 1;
  await note(deps, input, { step: 'server', message: 'Server requested', nodeName: node.spec.name, nth });
  return { serverId };
});

type Wanted = { target: Target; cluster: Cluster; node: Node };

/**
 * Whether the server can never join: Nova shows it as ERROR, Paddock has recorded it as failed, or it was created for
 * an earlier cluster in Rancher.
 */
const isUnfit = ({ cluster, node }: Wanted, { id, status, tags }: Server): boolean =>
  status === 'ERROR' || (isGivenUp(node, id) && node.state !== 'OK') || isMadeForAnother(tags, cluster.backendId);

/**
 * Records the failure of the server, and the ids of its volumes. This is done before the server is deleted, because
 * Nova does not show the volumes of a deleted server.
 */
async function judged(deps: OpenStackDeps, attempts: Target & Attempts, node: Node, server: Server): Promise<Node> {
  const { store, clock } = deps;
  const now = clock.now();
  const volumeIds = [...new Set([...node.volumeIds, ...server.volumeIds])];
  const why = faultOf(node.spec.name, server.fault);
  const isFailed = server.status === 'ERROR';
  const { instanceId, failedServers, state, lastError } = isFailed
    ? withMishap(node, server.id, why, attempts, now.toISOString())
    : { ...node, state: 'CREATING' as const, lastError: undefined };
  const next = changed(node, now, { volumeIds, instanceId, failedServers, state, lastError });
  if (isSameValue({ ...next, version: node.version, modified: node.modified }, node)) return node;
  await store.commit(store.nodes.replace(next));
  if (failedServers.length > node.failedServers.length) await noteNode(deps, attempts, next);
  return next;
}

/**
 * Deletes a server that can never join, unless it was the last attempt for the node. The rules for failed servers decide
 * how often a new server is created, and which reason is recorded on the node.
 * @throws BackendUnavailable after the deletion, so that a retry of the step creates a new server
 * @throws ProvisioningFailed or BackendQuotaExceeded without a deletion, after the last attempt
 */
async function removeUnfitServer(
  deps: OpenStackDeps,
  session: OpenStack,
  { node, target }: Wanted,
  server: Server,
): Promise<never> {
  const attempts = { ...target, serverAttempts: deps.serverAttempts };
  const { state, lastError } = await judged(deps, attempts, node, server);
  if (state === 'ERRED' && lastError) {
    const NotAgain = lastError.code === 'QUOTA_EXCEEDED' ? BackendQuotaExceeded : ProvisioningFailed;
    throw new NotAgain(lastError.message);
  }
  if (server.status !== 'ERROR' && !isGivenUp(node, server.id)) {
    const message = 'The server that was made for an earlier cluster in Rancher is removed';
    await note(deps, target, { step: 'server-outdated', message, nodeName: node.spec.name });
  }
  await session.deleteServer(server.id);
  throw new BackendUnavailable(
    `The failed server of node ${node.spec.name} is being deleted. Then a new server is created.`,
  );
}

/**
 * Cinder deletes volumes only in these states. The ids of volumes in other states stay on the node, so the deletion of
 * the node finds these volumes.
 */
const DELETABLE = new Set(['available', 'error', 'error_deleting']);

/** Deletes volumes that Nova left behind when earlier servers were deleted. Such volumes count against the quota. */
async function removeVolumesOf(session: OpenStack, { volumeIds }: Node): Promise<void> {
  if (volumeIds.length === 0) return;
  const left = await session.listVolumes(volumeIds);
  await Promise.all(left.filter(({ status }) => DELETABLE.has(status)).map(({ id }) => session.deleteVolume(id)));
}
