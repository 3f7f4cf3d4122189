import { steps } from '#shared/contracts/steps';
import { clusterMovesTo } from '#shared/domain/cluster';
import { implement } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { upgradeInHand } from '../_step/upgrade-in-hand.ts';
import type { RecordsDeps } from './records-deps.ts';

export const beginUpgrade = implement(steps.records.beginUpgrade, async (deps: RecordsDeps, target, cluster) => {
  const { from, to } = upgradeInHand(cluster, target);
  const { store, clock } = deps;
  const currentStep = `Asking Rancher for ${to}`;
  await store.commit(store.clusters.replace(clusterMovesTo(cluster, 'UPDATING', clock.now(), { currentStep })));
  await note(deps, target, { step: 'upgrade', message: `Upgrade from ${from} to ${to} started` });
  return {};
});
