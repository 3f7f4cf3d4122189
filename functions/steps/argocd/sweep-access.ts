import { argocdAccessLeft } from '#shared/app/argocd-access';
import { steps } from '#shared/contracts/steps';
import { DeletionBlocked } from '#shared/errors';
import { currentCluster } from '../_step/fence.ts';
import { implement } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import type { ArgocdStepDeps } from './argocd-deps.ts';

/** Design decision 11: a delete is complete or names what blocks it. */
export const sweepAccess = implement(steps.argocd.sweepAccess, async (deps: ArgocdStepDeps, target) => {
  const left = await argocdAccessLeft(deps, await currentCluster(deps.store, target));
  if (left.length > 0) throw new DeletionBlocked(`Still there: ${left.join(', ')}.`);
  await note(deps, target, { step: 'sweep-argocd', message: 'Nothing is left in Argo CD' });
  return {};
});
