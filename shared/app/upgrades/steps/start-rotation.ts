import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { BackendConflict, BackendNotFound } from '#shared/errors';
import { rotationOfOperation } from './rotation-records.ts';

/**
 * Raises Rancher's counter of rotations, once. The new number is recorded first. A repeated step or a retry then asks
 * for the same number again, without further effect. Rancher's controllers also write the object that has the counter,
 * so after a conflict the next run reads the object again.
 */
export const startRotation = onProvider(steps.rancher.startRotation, async (deps: RancherDeps, target, cluster) => {
  const rotation = rotationOfOperation(cluster, target);
  const { name, provisioningName = name, backendId } = cluster;
  const rancher = await rancherOf(deps, cluster);
  const found = await rancher.findProvisioningCluster(provisioningName);
  if (found?.managementId !== backendId || found.isBeingDeleted) {
    throw new BackendNotFound(
      `Cluster ${name} (${backendId}) was removed in Rancher: it has no certificates to rotate.`,
    );
  }
  const { services, generation = found.requested.certificates + 1 } = rotation;
  await changeCluster(deps, target, cluster, () => ({ certificateRotation: { services, generation } }));
  try {
    await rancher.requestOperation(cluster, { wanted: { kind: 'certificates', services }, generation });
  } catch (error) {
    if (error instanceof BackendConflict) return { started: false };
    throw error;
  }
  await note(deps, target, { step: 'rotation-asked', message: 'Rancher was asked to rotate the certificates' });
  return { started: true };
});
