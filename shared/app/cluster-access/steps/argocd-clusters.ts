import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { DeletionBlocked } from '#shared/errors';
import type { Logger } from '#shared/ports/runtime';
import {
  type ArgocdDeps,
  argocdAccessLeft,
  grantArgocdAccess,
  keepArgocdAccess,
  revokeArgocdAccess,
} from '../argocd-access.ts';

/**
 * Creates the cluster's Secret in Argo CD, with a Rancher API key for this cluster only
 * (docs/spec/backends.md#kubeconfig-and-argo-cd). If an earlier attempt has recorded a key, that key is kept.
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

export type ArgocdStepDeps = ArgocdDeps & SlotDeps & { log: Logger };

/**
 * Fails while a Secret, account or key of Argo CD's access exists, and names the object in the error. A deletion must
 * be complete (docs/spec/design.md#deletion-is-complete).
 */
export const sweepAccess = onProvider(steps.argocd.sweepAccess, async (deps: ArgocdStepDeps, target, cluster) => {
  const left = await argocdAccessLeft(deps, cluster);
  if (left.length > 0) throw new DeletionBlocked(`Not deleted yet: ${left.join(', ')}.`);
  await note(deps, target, { step: 'sweep-argocd', message: 'Nothing is left in Argo CD' });
  return {};
});

export const unregisterCluster = onProvider(
  steps.argocd.unregisterCluster,
  async (deps: ArgocdStepDeps, target, cluster) => {
    await nameWhatBlocks(`access of Argo CD to ${cluster.name}`, revokeArgocdAccess(deps, cluster));
    await note(deps, target, { step: 'argocd', message: 'The cluster is gone from Argo CD' });
    return {};
  },
);
