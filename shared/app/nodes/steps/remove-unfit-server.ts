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

/** A machine that a step is to make. */
export type Wanted = { target: Target; cluster: Cluster; node: Node };

/** Nova gave up on it, we did, or it holds the way to a cluster that is not in Rancher any more: adopting it would be waiting for nothing. */
export const isUnfit = ({ cluster, node }: Wanted, { id, status, tags }: Server): boolean =>
  status === 'ERROR' || (isGivenUp(node, id) && node.state !== 'OK') || isMadeForAnother(tags, cluster.backendId);

/** Volumes are written down before the server goes, for afterwards nothing tells whose they were. */
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
 * Asks for it to go, under the rules of the wait that would have seen it fail: how often a server is made, and why it is not.
 * @throws BackendUnavailable until it is gone: then there is a place for another. ProvisioningFailed or BackendQuotaExceeded when
 *   there is to be no other; then it stays for who looks into it.
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

/** Cinder deletes a volume only when it is at rest; what is not is left to the deletion, which knows its id. */
const DELETABLE = new Set(['available', 'error', 'error_deleting']);

/** Volumes that servers before have left, against what they were asked for: they would count against the quota. */
export async function removeVolumesOf(session: OpenStack, { volumeIds }: Node): Promise<void> {
  if (volumeIds.length === 0) return;
  const left = await session.listVolumes(volumeIds);
  await Promise.all(left.filter(({ status }) => DELETABLE.has(status)).map(({ id }) => session.deleteVolume(id)));
}
