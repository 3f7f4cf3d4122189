import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { credentialOwner } from '#shared/domain/nodes/machine-credential';
import { rancherLabels, registrySecretName } from '#shared/domain/planning/naming';
import type { Rancher } from '#shared/ports/rancher';
import type { ProvisioningCluster } from '#shared/ports/rancher/rancher-objects';
import { createOrFindCluster } from './create-or-find-cluster.ts';
import { ensureToken, keepRegistration } from './registration-token.ts';

/**
 * Finds or creates the registry secret. Its name is made from the cluster's uuid. So no second secret is created when
 * Rancher's list does not show a new secret yet.
 */
async function ensureRegistry(rancher: Rancher, { uuid }: Cluster, labels: Record<string, string>) {
  const { registryUrl: url } = rancher;
  if (url === undefined) return {};
  return { registry: { url, secretName: await rancher.ensureRegistrySecret(registrySecretName(uuid), labels) } };
}

function ensureProvisioningCluster(
  rancher: Rancher,
  cluster: Cluster,
  tlsSans: readonly string[],
): Promise<ProvisioningCluster> {
  const { name, kubernetesVersion } = cluster;
  const labels = rancherLabels(cluster.uuid);
  return createOrFindCluster(rancher, cluster, async () => {
    const registry = await ensureRegistry(rancher, cluster, labels);
    return rancher.createProvisioningCluster({ name, labels, kubernetesVersion, tlsSans, ...registry });
  });
}

/** Addresses of a managed cluster's API: public addresses, and addresses inside the cluster's tenants. */
async function loadBalancerAddresses({ store }: RancherDeps, cluster: Cluster): Promise<string[]> {
  if (!cluster.managed) return [];
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  const inside = tenants.map(({ network }) => network.loadBalancerIp);
  return [...cluster.managed.publicIps.map(({ address }) => address), ...inside];
}

/**
 * Creates the objects in Rancher and returns the cluster's management id. Returns undefined until Rancher's controllers
 * have set the id and the token.
 */
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
  // A provisioning object that is being deleted keeps its name until the deletion ends. After that, a later attempt of
  // the step creates a new object.
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

/**
 * Creates the registry secret, the provisioning (v1) object and the registration token, and records the management (v3)
 * id. Each object is created only if it does not exist. The state machine repeats the step until all objects are ready.
 */
export const ensureCluster = onProvider(steps.rancher.ensureCluster, async (deps: RancherDeps, target, cluster) => {
  const settings = await rancherSettingsOf(deps, cluster.settingsUuid);
  const rancher = await deps.rancher.open(settings);
  const { backendUrl } = settings.options;
  const managementId = await make(deps, rancher, { cluster, operationUuid: target.operationUuid, backendUrl });
  if (managementId === undefined) return { ready: false };
  await note(deps, target, { step: 'rancher', message: `Cluster ${managementId} exists in Rancher` });
  return { ready: true };
});
