import { cloudSettingsOf } from '#shared/app/providers/settings-of';
import { secretName } from '#shared/domain/_core/secret-name';
import type { ClusterCloud } from '#shared/domain/cluster-api/rendering/cluster-to-render';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { clusterCredentialUuid } from '#shared/domain/planning/naming';
import type { ClusterApiOptions } from '#shared/domain/providers/cluster-api-options';
import { applicationCredential } from '#shared/domain/providers/service-settings';
import { Misconfigured } from '#shared/errors';
import type { Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'settings' | 'tenants'>; secrets: Pick<Secrets, 'find'>; stage: string };

/**
 * How Cluster API and the machines reach the cloud of the cluster. Throws Misconfigured if no earlier step has stored the
 * cluster's application credential.
 */
export async function readCloud(
  { store, secrets, stage }: Deps,
  { uuid: clusterUuid, name, tenantUuid }: Cluster,
  { cloudInterface, cloudAuthUrl, managementCaCertificate, workloadCaCertificate }: ClusterApiOptions,
): Promise<ClusterCloud> {
  const { settingsUuid } = await store.tenants.get(tenantUuid);
  const { options } = await cloudSettingsOf({ store }, settingsUuid);
  const place = { clusterUuid, tenantUuid };
  const text = await secrets.find(secretName(stage, 'cloud-credential', clusterCredentialUuid(place)));
  if (text === undefined) throw new Misconfigured(`The application credential of cluster ${name} is not stored.`);
  const trusted = managementCaCertificate ?? workloadCaCertificate;
  return {
    authUrl: cloudAuthUrl ?? options.backendUrl,
    publicAuthUrl: options.backendUrl,
    ...(options.region !== undefined && { region: options.region }),
    interface: cloudInterface,
    ...(trusted !== undefined && { managementCaCertificate: trusted }),
    credential: applicationCredential.parse(JSON.parse(text)),
  };
}
