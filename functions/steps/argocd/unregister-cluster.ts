import { revokeArgocdAccess } from '#shared/app/argocd-access';
import { steps } from '#shared/contracts/steps';
import { onProvider } from '../_step/implement.ts';
import { nameWhatBlocks } from '../_step/name-what-blocks.ts';
import { note } from '../_step/timeline.ts';
import type { ArgocdStepDeps } from './argocd-deps.ts';

export const unregisterCluster = onProvider(
  steps.argocd.unregisterCluster,
  async (deps: ArgocdStepDeps, target, cluster) => {
    await nameWhatBlocks(`access of Argo CD to ${cluster.name}`, revokeArgocdAccess(deps, cluster));
    await note(deps, target, { step: 'argocd', message: 'Argo CD has forgotten the cluster' });
    return {};
  },
);
