import type { Cluster } from '#shared/domain/clusters/cluster';
import { mergedLabels } from '#shared/domain/infrastructure/argocd-labels';
import { argocdSecretName } from '#shared/domain/planning/naming';
import { BackendConflict, BackendNotFound } from '#shared/errors';
import type { Argocd } from '#shared/ports/argocd';
import type { Store } from '#shared/ports/store';

/** Number of attempts when writes conflict. Argo CD sometimes writes the same Secret. */
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
    // A missing Secret is no error, because the Secret gets its labels when it is created again.
    if (!(error instanceof BackendNotFound)) throw error;
  }
}

type Deps = { store: Pick<Store, 'resources'>; argocd: Argocd };

/**
 * Merges the options of a managed cluster into the labels of its Secret in Argo CD, if the Secret exists
 * (docs/spec/orders.md#options-of-a-resource). The options are read after the Secret. If the Secret changes before the
 * write, the write is refused, and the function starts again. So the later of two concurrent calls writes the newest
 * options. Throws Backend* errors.
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
