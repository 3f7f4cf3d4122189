import type { Target } from '#shared/app/_core/steps/fence';
import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import type { ClusterUpgrade } from '#shared/domain/clusters/cluster-upgrade';
import { Superseded } from '#shared/errors';

export const beginUpgrade = implement(steps.records.beginUpgrade, async (deps: RecordsDeps, target, cluster) => {
  const { from, to } = upgradeOfOperation(cluster, target);
  const { store, clock } = deps;
  const currentStep = `Asking Rancher for ${to}`;
  await store.commit(store.clusters.replace(clusterMovesTo(cluster, 'UPDATING', clock.now(), { currentStep })));
  await note(deps, target, { step: 'upgrade', message: `Upgrade from ${from} to ${to} started` });
  return {};
});

/** Throws Superseded when the upgrade has ended or was given up. */
export function upgradeOfOperation({ uuid, upgrade }: Cluster, { operationUuid }: Target): ClusterUpgrade {
  if (!upgrade) throw new Superseded(`cluster ${uuid} has no upgrade for operation ${operationUuid} to carry out`);
  return upgrade;
}
