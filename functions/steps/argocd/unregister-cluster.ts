import { revokeArgocdAccess } from '#shared/app/argocd-access';
import { steps } from '#shared/contracts/steps';
import { currentCluster } from '../_step/fence.ts';
import { implement } from '../_step/implement.ts';
import { nameWhatBlocks } from '../_step/name-what-blocks.ts';
import { note } from '../_step/timeline.ts';
import type { ArgocdStepDeps } from './argocd-deps.ts';

export const unregisterCluster = implement(steps.argocd.unregisterCluster, async (deps: ArgocdStepDeps, target) => {
  const cluster = await currentCluster(deps.store, target);
  await nameWhatBlocks(`access of Argo CD to ${cluster.name}`, revokeArgocdAccess(deps, cluster));
  await note(deps, target, { step: 'argocd', message: 'Argo CD has forgotten the cluster' });
  return {};
});
