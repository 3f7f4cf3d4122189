import type { Target } from '#shared/app/_core/steps/fence';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterUpgrade } from '#shared/domain/clusters/cluster-upgrade';
import { Superseded } from '#shared/errors';

/** The operation's upgrade. Throws Superseded when it is finished or was given up. */
export function upgradeOfOperation({ uuid, upgrade }: Cluster, { operationUuid }: Target): ClusterUpgrade {
  if (!upgrade) throw new Superseded(`operation ${operationUuid} has no upgrade of cluster ${uuid} to see to`);
  return upgrade;
}
