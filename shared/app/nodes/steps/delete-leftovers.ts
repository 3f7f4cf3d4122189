import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { nodeNameOfOperation, nodesOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { driverOf } from '#shared/drivers/registry';
import { findManagementGroups } from './management-groups.ts';
import { type OpenStackDeps, sessionsOf } from './openstack-deps.ts';

/** Cinder deletes volumes only in these states. A later run checks volumes in other states again. */
const DELETABLE = new Set(['available', 'error', 'error_deleting']);

/**
 * Deletes the cluster's management security groups. They are in a tenant of the provider, not in a tenant of the
 * cluster.
 */
async function removeManagementGroups(deps: OpenStackDeps, cluster: Cluster): Promise<number> {
  const found = await findManagementGroups(deps, cluster);
  if (found === undefined) return 0;
  for (const { id, name } of found.groups) {
    await nameWhatBlocks(`security group ${name} (${id})`, found.session.deleteSecurityGroup(id));
  }
  return found.groups.length;
}

/** Deletes all ports, floating IPs, volumes and key pairs that are left. Returns `gone` when nothing was left. */
export const deleteLeftovers = onProvider(
  steps.openstack.deleteLeftovers,
  async (deps: OpenStackDeps, target, cluster) => {
    const nodes = await nodesOfOperation(deps, target, cluster);
    const isWhole = nodeOperationOf(cluster, target.operationUuid) === undefined;
    let found = 0;
    for (const session of await sessionsOf(deps, cluster, nodes)) {
      const { teardown } = driverOf(cluster);
      const left = await teardown.leftovers(session, cluster, nodes, isWhole);
      const { ports, floatingIps, volumes, keyPairs, further = [] } = left;
      found += ports.length + floatingIps.length + volumes.length + keyPairs.length + further.length;
      await Promise.all([
        ...ports.map(({ id, name }) => nameWhatBlocks(`port ${name} (${id})`, session.deletePort(id))),
        ...floatingIps.map(({ id, address }) =>
          nameWhatBlocks(`floating IP ${address} (${id})`, session.deleteFloatingIp(id)),
        ),
        ...volumes
          .filter(({ status }) => DELETABLE.has(status))
          .map(({ id }) => nameWhatBlocks(`volume ${id}`, session.deleteVolume(id))),
        ...keyPairs.map((name) => nameWhatBlocks(`key pair ${name}`, session.deleteKeyPair(name))),
        ...further.map(({ what, remove }) => nameWhatBlocks(what, remove())),
      ]);
    }
    if (isWhole) found += await removeManagementGroups(deps, cluster);
    const nodeName = nodeNameOfOperation(cluster, target);
    if (found === 0) await note(deps, target, { step: 'leftovers', message: 'Ports and volumes are gone', nodeName });
    return { gone: found === 0 };
  },
);
