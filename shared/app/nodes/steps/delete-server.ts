import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { note } from '#shared/app/_core/steps/timeline';
import { openRemainingTenant } from '#shared/app/infrastructure/open-remaining-tenant';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { nodeTag } from '#shared/domain/planning/naming';
import type { OpenStackDeps } from './openstack-deps.ts';

/**
 * Deletes the node's servers. Finds the servers by tag, because the node's record has no server id if Nova's answer to
 * the creation was lost. The ids of the servers' volumes are recorded first, because they cannot be read after the
 * deletion.
 */
export const deleteServer = onProvider(steps.openstack.deleteServer, async (deps: OpenStackDeps, input, cluster) => {
  const { store, clock } = deps;
  const node = await store.nodes.get(cluster.uuid, input.nodeUuid);
  const session = await openRemainingTenant(deps, cluster, node.spec.tenantUuid);
  const servers = (await session?.listServers({ tag: nodeTag(node.uuid) })) ?? [];
  const volumeIds = [...new Set([...node.volumeIds, ...servers.flatMap((server) => server.volumeIds)])];
  const instanceId = servers[0]?.id ?? node.instanceId;
  await store.commit(store.nodes.replace(changed(node, clock.now(), { state: 'DELETING', instanceId, volumeIds })));
  for (const { id, name } of servers) {
    if (session) await nameWhatBlocks(`server ${name} (${id})`, session.deleteServer(id));
  }
  await note(deps, input, { step: 'server', message: 'Server deletion requested', nodeName: node.spec.name });
  return {};
});
