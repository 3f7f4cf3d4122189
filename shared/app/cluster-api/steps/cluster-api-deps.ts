import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import { clusterApiSettingsOf } from '#shared/app/providers/settings-of';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import { Misconfigured } from '#shared/errors';
import type { ClusterApi, ClusterApiSessions } from '#shared/ports/cluster-api';
import type { Logger, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type ClusterApiDeps = SlotDeps & {
  clusterApi: ClusterApiSessions;
  secrets: Secrets;
  log: Logger;
  stage: string;
};

export async function clusterApiOf(
  deps: { store: Pick<Store, 'settings'>; clusterApi: Pick<ClusterApiSessions, 'open'> },
  { settingsUuid }: Cluster,
): Promise<ClusterApi> {
  return deps.clusterApi.open(await clusterApiSettingsOf(deps, settingsUuid));
}

/** The wanted specification of the cluster. Throws Misconfigured if the cluster is not a cluster of Cluster API. */
export function specOf({ name, clusterApi }: Cluster): ClusterApiSpec {
  if (!clusterApi) throw new Misconfigured(`Cluster ${name} is not made by Cluster API.`);
  return clusterApi;
}
