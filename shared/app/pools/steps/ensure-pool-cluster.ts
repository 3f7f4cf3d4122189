import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { createOrFindCluster } from '#shared/app/clusters/steps/create-or-find-cluster';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { ensurePoolObjects } from '../ensure-pool-objects.ts';
import { machinePoolsOf } from '../open-pools.ts';

/**
 * Creates the cloud credential, the machine configs and the cluster in Rancher, and records the cluster's id. Each
 * object is created only if it does not exist. `ready` is false until Rancher has given the cluster an id.
 */
export const ensurePoolCluster = onProvider(
  steps.rancher.ensurePoolCluster,
  async (deps: RancherDeps, target, cluster) => {
    const { store, clock } = deps;
    const settings = await rancherSettingsOf(deps, cluster.settingsUuid);
    const rancher = await deps.rancher.open(settings);
    const rendered = await ensurePoolObjects(deps, rancher, cluster, machinePoolsOf(cluster));
    const { managementId, isBeingDeleted } = await createOrFindCluster(
      rancher,
      { uuid: cluster.uuid, name: rendered.metadata.name },
      () => rancher.createPoolCluster(rendered),
    );
    // Rancher has not yet given the object an id, or still deletes an earlier object of this cluster. The earlier
    // object keeps its name until the deletion ends. After that, a later attempt of the step creates a new object.
    if (managementId === '' || isBeingDeleted) return { ready: false };
    const accessUrl = `${settings.options.backendUrl}/c/${managementId}`;
    const known = { backendId: managementId, accessUrl, currentStep: 'Rancher creates the machines' };
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), known)));
    await note(deps, target, { step: 'rancher', message: `Cluster ${managementId} exists in Rancher` });
    return { ready: true };
  },
);
