import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { listClusterCredentials } from '#shared/app/infrastructure/cluster-credential';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { serverWords } from '#shared/domain/nodes/bootstrap-verdict';
import { driverOf } from '#shared/drivers/registry';
import { DeletionBlocked } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';
import { findManagementGroups } from './management-groups.ts';
import { type OpenStackDeps, sessionsOf } from './openstack-deps.ts';

/**
 * Lists the cluster's own application credentials that are left. Keystone lists an account's credentials in every project
 * of the account, but the result contains each credential only once.
 */
async function credentialsLeft(sessions: readonly OpenStack[], cluster: Cluster) {
  if (!driverOf(cluster).plan.credentialRoles) return [];
  const listed = await Promise.all(sessions.map((session) => listClusterCredentials(session, cluster.uuid)));
  return [...new Map(listed.flat().map((credential) => [credential.id, credential])).values()];
}

/**
 * Fails while the cluster's tenants still have an object of the cluster, and names the object in the error. A deletion
 * must be complete (docs/spec/design.md#deletion-is-complete).
 */
export const sweepTenants = onProvider(steps.openstack.sweepTenants, async (deps: OpenStackDeps, input, cluster) => {
  const { teardown } = driverOf(cluster);
  const nodes = await deps.store.nodes.listByCluster(cluster.uuid);
  const left: string[] = [];
  const sessions = await sessionsOf(deps, cluster, nodes);
  for (const session of sessions) {
    const servers = await teardown.servers(session, cluster);
    const { ports, floatingIps, volumes, keyPairs, further = [] } = await teardown.leftovers(session, cluster, nodes);
    left.push(
      ...servers.map((server) => `server ${server.name} (${server.id}: ${serverWords(server)})`),
      ...ports.map((port) => `port ${port.name} (${port.id})`),
      ...floatingIps.map((item) => `floating IP ${item.address} (${item.id})`),
      ...volumes.map((volume) => `volume ${volume.id} (${volume.status})`),
      ...keyPairs.map((name) => `key pair ${name}`),
      ...further.map(({ what }) => what),
    );
  }
  const credentials = await credentialsLeft(sessions, cluster);
  left.push(...credentials.map(({ name, id }) => `application credential ${name} (${id})`));
  const { groups = [] } = (await findManagementGroups(deps, cluster)) ?? {};
  left.push(...groups.map((group) => `security group ${group.name} (${group.id})`));
  if (left.length > 0) throw new DeletionBlocked(`${input.late ?? ''}Still in OpenStack: ${left.join(', ')}.`);
  await note(deps, input, { step: 'sweep-openstack', message: 'Nothing is left in OpenStack' });
  return {};
});
