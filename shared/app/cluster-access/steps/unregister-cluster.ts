import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { revokeArgocdAccess } from '../argocd-access.ts';
import type { ArgocdStepDeps } from './argocd-deps.ts';

export const unregisterCluster = onProvider(
  steps.argocd.unregisterCluster,
  async (deps: ArgocdStepDeps, target, cluster) => {
    await nameWhatBlocks(`access of Argo CD to ${cluster.name}`, revokeArgocdAccess(deps, cluster));
    await note(deps, target, { step: 'argocd', message: 'Argo CD has forgotten the cluster' });
    return {};
  },
);
