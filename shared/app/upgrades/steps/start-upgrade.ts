import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { BackendConflict, BackendNotFound } from '#shared/errors';
import { upgradeOfOperation } from './begin-upgrade.ts';

/**
 * Writes version and strategy into the provisioning object. Does nothing if an earlier attempt, or an earlier run of
 * the same upgrade, has already written them. Rancher's controllers also write this object, so the object is read again
 * after a conflict.
 */
export const startUpgrade = onProvider(steps.rancher.startUpgrade, async (deps: RancherDeps, target, cluster) => {
  const { to: kubernetesVersion, workerConcurrency, drain } = upgradeOfOperation(cluster, target);
  const { name, provisioningName = name, backendId } = cluster;
  const rancher = await rancherOf(deps, cluster);
  const found = await rancher.findProvisioningCluster(provisioningName);
  if (found?.managementId !== backendId || found.isBeingDeleted) {
    throw new BackendNotFound(`Cluster ${name} (${backendId}) was removed in Rancher: there is nothing to upgrade.`);
  }
  try {
    await rancher.upgradeProvisioningCluster(provisioningName, { kubernetesVersion, workerConcurrency, drain });
  } catch (error) {
    if (error instanceof BackendConflict) return { started: false };
    throw error;
  }
  await note(deps, target, {
    step: 'upgrade-asked',
    message: `Rancher was asked to upgrade the cluster to ${kubernetesVersion}`,
  });
  return { started: true };
});
