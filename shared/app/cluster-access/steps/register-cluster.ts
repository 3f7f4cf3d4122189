import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { grantArgocdAccess, keepArgocdAccess } from '../argocd-access.ts';
import type { ArgocdStepDeps } from './argocd-deps.ts';

/**
 * The cluster's Secret in Argo CD, with a key of its own (docs/spec/backends.md#kubeconfig-and-argo-cd). A recorded key
 * of an earlier attempt is kept.
 */
export const registerCluster = onProvider(
  steps.argocd.registerCluster,
  async (deps: ArgocdStepDeps, target, cluster) => {
    const { store, clock } = deps;
    if (!(await keepArgocdAccess(deps, cluster))) {
      const argocdToken = await grantArgocdAccess(deps, cluster);
      await store.commit(store.clusters.replace(changed(cluster, clock.now(), { argocdToken })));
    }
    await note(deps, target, { step: 'argocd', message: 'Argo CD knows the cluster' });
    return {};
  },
);
