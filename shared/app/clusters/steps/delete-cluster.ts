import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { secretName } from '#shared/domain/_core/secret-name';
import { credentialsOfOperation } from './credentials-of-operation.ts';
import { removeOwned } from './remove-owned.ts';

/**
 * Asks Rancher to delete the cluster. `gone` is true when both of the cluster's objects are gone from Rancher: the
 * provisioning object (v1) and the management object (v3).
 */
export const deleteCluster = onProvider(steps.rancher.deleteCluster, async (deps: RancherDeps, target, cluster) => {
  const { secrets, stage } = deps;
  const rancher = await rancherOf(deps, cluster);
  for (const { uuid } of await credentialsOfOperation(deps, target, cluster)) {
    await secrets.remove(secretName(stage, 'registration', uuid));
  }
  const gone = (await removeOwned(rancher, cluster)) === 0;
  if (gone) await note(deps, target, { step: 'rancher', message: 'The cluster is gone from Rancher' });
  return { gone };
});
