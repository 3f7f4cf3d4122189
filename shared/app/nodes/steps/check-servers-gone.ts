import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { nodeNameOfOperation, nodesOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import { clusterTag, nodeTag } from '#shared/domain/planning/naming';
import type { OpenStack, Server } from '#shared/ports/openstack';
import { type OpenStackDeps, sessionsOf } from './openstack-deps.ts';

/** Shows users the progress of the deletion. Writes only if the progress has changed. */
async function showProgress(deps: OpenStackDeps, cluster: Cluster, nodes: readonly Node[], left: number) {
  const { store, clock } = deps;
  const currentStep = left > 0 ? `Waiting for servers to go: ${left} left` : 'Deleting ports, volumes and the cluster';
  const seen = { nodes: nodes.map(summaryOf), currentStep };
  if (isSameValue({ ...cluster, ...seen }, cluster)) return;
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), seen)));
}

/**
 * Deletes servers that no node record names. A step of an earlier operation may still have been running when the
 * deletion listed the nodes. This step may have created such a server.
 */
async function deleteLatecomers(session: OpenStack, servers: readonly Server[], nodes: readonly Node[]): Promise<void> {
  const known = new Set(nodes.map((node) => node.instanceId));
  for (const { id, name } of servers) {
    if (!known.has(id)) await nameWhatBlocks(`server ${name} (${id})`, session.deleteServer(id));
  }
}

/**
 * Checks whether all servers of the cluster or of one node are gone, with one list request for each tenant. Only the
 * deletion of a whole cluster writes its progress into the cluster's record.
 */
export const checkServersGone = onProvider(
  steps.openstack.checkServersGone,
  async (deps: OpenStackDeps, target, cluster) => {
    const own = nodeOperationOf(cluster, target.operationUuid);
    const nodes = await nodesOfOperation(deps, target, cluster);
    const tag = own ? nodeTag(own.nodeUuid) : clusterTag(cluster.uuid);
    const lists = await Promise.all(
      (await sessionsOf(deps, cluster, nodes)).map(async (session) => {
        const servers = await session.listServers({ tag });
        await deleteLatecomers(session, servers, nodes);
        return servers;
      }),
    );
    const left = lists.flat().length;
    if (!own) await showProgress(deps, cluster, nodes, left);
    const line = own
      ? { message: 'The server is gone', nodeName: nodeNameOfOperation(cluster, target) }
      : { message: 'All servers are gone' };
    if (left === 0) await note(deps, target, { step: 'servers-gone', ...line });
    return { gone: left === 0 };
  },
);
