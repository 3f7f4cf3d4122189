import type { Cluster } from '#shared/domain/clusters/cluster';
import { mergedLabels } from '#shared/domain/infrastructure/argocd-labels';
import { argocdSecretName } from '#shared/domain/planning/naming';
import { BackendConflict, BackendNotFound } from '#shared/errors';
import type { Argocd } from '#shared/ports/argocd';
import type { Store } from '#shared/ports/store';

/** Argo CD itself also writes these Secrets sometimes. */
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
    if (!(error instanceof BackendNotFound)) throw error; // Whoever creates it again labels it.
  }
}

type Deps = { store: Pick<Store, 'resources'>; argocd: Argocd };

/**
 * Merges a managed cluster's options into the labels of its Secret (docs/spec/orders.md#options-of-a-resource), if it
 * exists. The options are read after the Secret, and only that version of the Secret is written. Of two concurrent
 * calls the later one has read the other's options, or gets a conflict and repeats. So no recorded option is lost.
 * Throws Backend* errors.
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
