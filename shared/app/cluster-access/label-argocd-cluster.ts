import type { Cluster } from '#shared/domain/clusters/cluster';
import { mergedLabels } from '#shared/domain/infrastructure/argocd-labels';
import { argocdSecretName } from '#shared/domain/planning/naming';
import { BackendConflict, BackendNotFound } from '#shared/errors';
import type { Argocd } from '#shared/ports/argocd';
import type { Store } from '#shared/ports/store';

/** Number of attempts if there are conflicts. Argo CD sometimes writes these Secrets, too. */
const ATTEMPTS = 5;

async function label({ store, argocd }: Deps, { uuid, resourceUuid }: Cluster): Promise<void> {
  const name = argocdSecretName(uuid);
  const secret = await argocd.findLabels(name);
  if (!secret) return;
  const { options } = await store.resources.get(resourceUuid);
  const merged = mergedLabels(secret, options);
  if (!merged) return;
  try {
    await argocd.addLabels(name, { version: secret.version, ...merged });
  } catch (error) {
    // The Secret does not exist. It gets its labels when it is created again.
    if (!(error instanceof BackendNotFound)) throw error;
  }
}

type Deps = { store: Pick<Store, 'resources'>; argocd: Argocd };

/**
 * Merges a managed cluster's options into the labels of its Secret in Argo CD, if the Secret exists
 * (docs/spec/orders.md#options-of-a-resource). The options are read after the Secret, and only that version of the
 * Secret is written. So of two concurrent calls, the later one has read the newest options, or it gets a conflict and
 * repeats. Throws Backend* errors.
 */
export async function labelArgocdCluster(deps: Deps, cluster: Cluster): Promise<void> {
  if (!cluster.managed) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await label(deps, cluster);
    } catch (error) {
      if (!(error instanceof BackendConflict) || attempt === ATTEMPTS) throw error;
    }
  }
}
