import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { CLUSTER_LABEL, rancherLabels } from '#shared/domain/planning/naming';
import type { RenderedCluster } from '#shared/domain/pools/rendering/provisioning-cluster';
import { BackendConflict } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { ProvisioningCluster } from '#shared/ports/rancher-objects';
import { ensurePoolObjects } from '../ensure-pool-objects.ts';
import { machinePoolsOf } from '../open-pools.ts';

/**
 * Finds the cluster by Paddock's label, or creates it. An object with the cluster's name but without the label belongs
 * to somebody else, and is never adopted.
 */
async function ensureProvisioningCluster(
  rancher: Rancher,
  { uuid }: Cluster,
  rendered: RenderedCluster,
): Promise<ProvisioningCluster> {
  const [existing] = await rancher.listProvisioningClusters(rancherLabels(uuid));
  if (existing) return existing;
  try {
    return await rancher.createPoolCluster(rendered);
  } catch (error) {
    // Rancher's lists are cached and may lack a cluster that an earlier attempt has created.
    const taken =
      error instanceof BackendConflict ? await rancher.findProvisioningCluster(rendered.metadata.name) : undefined;
    if (taken?.labels[CLUSTER_LABEL] !== uuid) throw error;
    return taken;
  }
}

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
    const { managementId, isBeingDeleted } = await ensureProvisioningCluster(rancher, cluster, rendered);
    // A cluster that is being deleted keeps its name until the deletion ends. A later attempt then creates a new one.
    if (managementId === '' || isBeingDeleted) return { ready: false };
    const accessUrl = `${settings.options.backendUrl}/c/${managementId}`;
    const known = { backendId: managementId, accessUrl, currentStep: 'Rancher creates the machines' };
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), known)));
    await note(deps, target, { step: 'rancher', message: `Cluster ${managementId} exists in Rancher` });
    return { ready: true };
  },
);
