import type { Target } from '#shared/app/_core/steps/fence';
import { noteNode } from '#shared/app/_core/steps/note-node';
import { note } from '#shared/app/_core/steps/timeline';
import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/same-value';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import { type Attempts, faultOf, isGivenUp, withMishap } from '#shared/domain/nodes/server-attempts';
import { isMadeForAnother } from '#shared/domain/planning/naming';
import { BackendQuotaExceeded, BackendUnavailable, ProvisioningFailed } from '#shared/errors';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { OpenStackDeps } from './openstack-deps.ts';

/** A machine that a step creates. */
export type Wanted = { target: Target; cluster: Cluster; node: Node };

/** Nova or Paddock has given up on the server, or its cluster was replaced in Rancher: it would never join. */
export const isUnfit = ({ cluster, node }: Wanted, { id, status, tags }: Server): boolean =>
  status === 'ERROR' || (isGivenUp(node, id) && node.state !== 'OK') || isMadeForAnother(tags, cluster.backendId);

/** Volumes are recorded before the server is deleted, because afterwards nothing shows their owner. */
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
 * Deletes an unfit server by the rules for failed servers: how often one is created, and the reason of its failure.
 * @throws BackendUnavailable until it is gone and another can be created
 * @throws ProvisioningFailed or BackendQuotaExceeded when there is no further attempt; the server then stays for
 * inspection
 */
export async function removeUnfitServer(
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
  throw new BackendUnavailable(`the failed server of ${node.spec.name} is being removed before a new one is made`);
}

/** Cinder deletes only volumes in these states. The deletion knows the ids of the others. */
const DELETABLE = new Set(['available', 'error', 'error_deleting']);

/** Deletes volumes of earlier servers that Nova left, because they count against the quota. */
export async function removeVolumesOf(session: OpenStack, { volumeIds }: Node): Promise<void> {
  if (volumeIds.length === 0) return;
  const left = await session.listVolumes(volumeIds);
  await Promise.all(left.filter(({ status }) => DELETABLE.has(status)).map(({ id }) => session.deleteVolume(id)));
}
