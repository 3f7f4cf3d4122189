import type { Target } from '#shared/app/_core/steps/fence';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterUpgrade } from '#shared/domain/clusters/cluster-upgrade';
import { Superseded } from '#shared/errors';

/** What the operation is to bring the cluster to. Throws Superseded where that is done, or was given up. */
export function upgradeOfOperation({ uuid, upgrade }: Cluster, { operationUuid }: Target): ClusterUpgrade {
  if (!upgrade) throw new Superseded(`operation ${operationUuid} has no upgrade of cluster ${uuid} to see to`);
  return upgrade;
}
