import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { DeletionBlocked } from '#shared/errors';
import { argocdAccessLeft } from '../argocd-access.ts';
import type { ArgocdStepDeps } from './argocd-deps.ts';

/** A deletion is complete or names what blocks it (docs/spec/design.md#deletion-is-complete). */
export const sweepAccess = onProvider(steps.argocd.sweepAccess, async (deps: ArgocdStepDeps, target, cluster) => {
  const left = await argocdAccessLeft(deps, cluster);
  if (left.length > 0) throw new DeletionBlocked(`Still there: ${left.join(', ')}.`);
  await note(deps, target, { step: 'sweep-argocd', message: 'Nothing is left in Argo CD' });
  return {};
});
