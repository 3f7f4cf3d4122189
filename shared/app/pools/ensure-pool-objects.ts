import type { Uuid } from '#shared/domain/_core/identifier';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { MachinePools } from '#shared/domain/clusters/machine-pools';
import { clusterCredentialUuid } from '#shared/domain/planning/naming';
import { cloudCredential } from '#shared/domain/pools/rendering/cloud-credential';
import type { RenderedCluster } from '#shared/domain/pools/rendering/provisioning-cluster';
import { objectsOf, renderPools } from '#shared/domain/pools/rendering/render-pools';
import { applicationCredential } from '#shared/domain/providers/service-settings';
import { Misconfigured } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { poolCloudsOf, poolTenantsOf } from './open-pools.ts';

type Deps = { store: Pick<Store, 'settings' | 'tenants'>; secrets: Secrets; stage: string };

/** The application credential that an earlier step has stored. Throws Misconfigured if there is none. */
async function storedCredential({ secrets, stage }: Deps, { uuid, name }: Cluster, tenantUuid: Uuid) {
  const place = { clusterUuid: uuid, tenantUuid };
  const text = await secrets.find(secretName(stage, 'cloud-credential', clusterCredentialUuid(place)));
  if (text === undefined) throw new Misconfigured(`The application credential of cluster ${name} is not stored.`);
  return applicationCredential.parse(JSON.parse(text));
}

/**
 * Writes the cloud credential of each tenant with pools. An imported cluster keeps its cloud credential, which Paddock
 * did not create.
 */
async function ensureCredentials(deps: Deps, rancher: Rancher, cluster: Cluster): Promise<void> {
  if (cluster.imported) return;
  for (const tenantUuid of poolTenantsOf(cluster)) {
    const credential = await storedCredential(deps, cluster, tenantUuid);
    const further = tenantUuid === cluster.tenantUuid ? undefined : tenantUuid;
    await rancher.ensureCloudCredential(cloudCredential(cluster.uuid, objectsOf(cluster), credential, further));
  }
}

/**
 * Writes the cloud credentials and the machine configs of these pools to Rancher. Returns the rendered cluster, which
 * refers to these objects. The caller then writes the cluster to Rancher.
 */
export async function ensurePoolObjects(
  deps: Deps,
  rancher: Rancher,
  cluster: Cluster,
  machinePools: MachinePools,
): Promise<RenderedCluster> {
  const { configs, rendered } = renderPools(cluster, machinePools, await poolCloudsOf(deps, cluster));
  await ensureCredentials(deps, rancher, cluster);
  for (const config of configs) await rancher.ensureMachineConfig(config);
  return rendered;
}
