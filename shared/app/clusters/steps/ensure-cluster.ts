import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { rancherSettingsOf } from '#shared/app/providers/rancher-settings-of';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { credentialOwner } from '#shared/domain/nodes/machine-credential';
import { CLUSTER_LABEL, rancherLabels, registrySecretName } from '#shared/domain/planning/naming';
import { BackendConflict } from '#shared/errors';
import type { ProvisioningCluster, Rancher } from '#shared/ports/rancher';
import { ensureToken, keepRegistration } from './registration-token.ts';

/** Its name is the cluster's own, so that there are never two: a list may lack what was made a moment ago. */
async function ensureRegistry(rancher: Rancher, { uuid }: Cluster, labels: Record<string, string>) {
  const { registryUrl: url } = rancher;
  if (url === undefined) return {};
  return { registry: { url, secretName: await rancher.ensureRegistrySecret(registrySecretName(uuid), labels) } };
}

/**
 * Found again by our label after a lost answer; a stranger of the same name is a conflict, never adopted. Rancher answers lists
 * from a cache: what was made a moment ago may be missing there, so whose a refused name is, is asked of the object itself.
 */
async function ensureProvisioningCluster(
  rancher: Rancher,
  cluster: Cluster,
  tlsSans: readonly string[],
): Promise<ProvisioningCluster> {
  const labels = rancherLabels(cluster.uuid);
  const [existing] = await rancher.listProvisioningClusters(labels);
  if (existing) return existing;
  const { name, kubernetesVersion } = cluster;
  const registry = await ensureRegistry(rancher, cluster, labels);
  try {
    return await rancher.createProvisioningCluster({ name, labels, kubernetesVersion, tlsSans, ...registry });
  } catch (error) {
    const taken = error instanceof BackendConflict ? await rancher.findProvisioningCluster(name) : undefined;
    if (taken?.labels[CLUSTER_LABEL] !== cluster.uuid) throw error;
    return taken;
  }
}

/** Under which a managed cluster's API is reached, from within its tenants and from outside. */
async function loadBalancerAddresses({ store }: RancherDeps, cluster: Cluster): Promise<string[]> {
  if (!cluster.managed) return [];
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  const inside = tenants.map(({ network }) => network.loadBalancerIp);
  return [...cluster.managed.publicIps.map(({ address }) => address), ...inside];
}

/** Answers the management id once it is all there; undefined while Rancher's controllers have not filled in id or token. */
async function make(
  deps: RancherDeps,
  rancher: Rancher,
  of: { cluster: Cluster; operationUuid: string; backendUrl: string },
): Promise<string | undefined> {
  const { store, clock } = deps;
  const { cluster, operationUuid, backendUrl } = of;
  const { managementId, isBeingDeleted } = await ensureProvisioningCluster(
    rancher,
    cluster,
    await loadBalancerAddresses(deps, cluster),
  );
  // One that somebody removes holds its name until it is gone; then another is made.
  if (managementId === '' || isBeingDeleted) return undefined;
  const owner = credentialOwner(cluster, operationUuid);
  const { token } = await ensureToken(rancher, cluster, owner, managementId);
  if (token === '') return undefined;
  await keepRegistration(deps, rancher, owner, token);
  const known = {
    backendId: managementId,
    accessUrl: `${backendUrl}/c/${managementId}`,
    currentStep: 'Creating servers and the first agent',
  };
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), known)));
  return managementId;
}

/** Registry secret, v1 provisioning object, v3 id, registration token: each looked for before it is made. Not ready: the machine looks again. */
export const ensureCluster = onProvider(steps.rancher.ensureCluster, async (deps: RancherDeps, target, cluster) => {
  const settings = await rancherSettingsOf(deps, cluster.settingsUuid);
  const rancher = await deps.rancher.open(settings);
  const { backendUrl } = settings.options;
  const managementId = await make(deps, rancher, { cluster, operationUuid: target.operationUuid, backendUrl });
  if (managementId === undefined) return { ready: false };
  await note(deps, target, { step: 'rancher', message: `Cluster ${managementId} exists in Rancher` });
  return { ready: true };
});
