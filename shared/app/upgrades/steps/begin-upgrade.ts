import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { clusterMovesTo } from '#shared/domain/clusters/cluster';
import { upgradeOfOperation } from './upgrade-of-operation.ts';

export const beginUpgrade = implement(steps.records.beginUpgrade, async (deps: RecordsDeps, target, cluster) => {
  const { from, to } = upgradeOfOperation(cluster, target);
  const { store, clock } = deps;
  const currentStep = `Asking Rancher for ${to}`;
  await store.commit(store.clusters.replace(clusterMovesTo(cluster, 'UPDATING', clock.now(), { currentStep })));
  await note(deps, target, { step: 'upgrade', message: `Upgrade from ${from} to ${to} started` });
  return {};
});
