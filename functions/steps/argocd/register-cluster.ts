import { grantArgocdAccess, hasArgocdAccess, revokeArgocdAccess } from '#shared/app/argocd-access';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/record';
import { currentCluster } from '../_step/fence.ts';
import { implement } from '../_step/implement.ts';
import { takingBackWhenLate } from '../_step/take-back.ts';
import { note } from '../_step/timeline.ts';
import type { ArgocdStepDeps } from './argocd-deps.ts';

/** Argo CD's Secret of the cluster, with a key of its own (waldur-rancher.md §5.4); what an earlier attempt recorded is kept. */
export const registerCluster = implement(steps.argocd.registerCluster, async (deps: ArgocdStepDeps, target) => {
  const { store, clock } = deps;
  const cluster = await currentCluster(store, target);
  if (!(await hasArgocdAccess(deps, cluster))) {
    const argocdToken = await takingBackWhenLate(
      store,
      target,
      () => grantArgocdAccess(deps, cluster),
      () => revokeArgocdAccess(deps, cluster),
    );
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { argocdToken })));
  }
  await note(deps, target, { step: 'argocd', message: 'Argo CD knows the cluster' });
  return {};
});
