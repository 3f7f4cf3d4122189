import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { listClusterAccess, revokeClusterAccess } from '#shared/app/cluster-access/cluster-access';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isKubeconfigTokenOf } from '#shared/domain/planning/naming';
import { driverOf } from '#shared/drivers/registry';
import { DeletionBlocked } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';

/**
 * Deletes the Rancher accounts and keys that give access to the cluster, because Rancher keeps them when it deletes the
 * cluster. Keys of earlier Paddock releases have no account of their own, so these keys are deleted one by one.
 */
async function removeAccess(rancher: Rancher, cluster: Cluster): Promise<void> {
  await revokeClusterAccess(rancher, await listClusterAccess(rancher, cluster, 'kubeconfig', 'charts', 'acting'));
  if (cluster.backendId === '') return;
  const keys = await rancher.listClusterTokens(cluster.backendId);
  const ours = keys.filter(({ description }) => isKubeconfigTokenOf(cluster.uuid, description));
  await Promise.all(ours.map(({ id }) => rancher.deleteClusterToken(id)));
}

/**
 * Fails while Rancher has an object of the cluster, and names the object. A deletion must be complete
 * (docs/spec/design.md#deletion-is-complete).
 */
export const sweepClusters = onProvider(steps.rancher.sweepClusters, async (deps: RancherDeps, input, cluster) => {
  const rancher = await rancherOf(deps, cluster);
  const owned = await driverOf(cluster).teardown.inRancher(rancher, cluster);
  const left = [
    ...owned.clusters.map(({ name, message }) => `cluster ${name}${message && ` (${message})`}`),
    ...owned.management.map(({ id, message }) => `v3 cluster ${id}${message && ` (${message})`}`),
    ...owned.registrySecrets.map((name) => `registry secret ${name}`),
    ...owned.machineConfigs.map((name) => `machine config ${name}`),
    ...owned.cloudCredentials.map((name) => `cloud credential ${name}`),
  ];
  await removeAccess(rancher, cluster);
  if (left.length > 0) throw new DeletionBlocked(`${input.late ?? ''}Still in Rancher: ${left.join(', ')}.`);
  await note(deps, input, { step: 'sweep-rancher', message: 'Nothing is left in Rancher' });
  return {};
});
