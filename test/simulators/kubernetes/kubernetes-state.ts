import { NAMESPACES, SECRETS } from './core-resources.ts';
import type { KubernetesContext } from './kubernetes-context.ts';
import { isRecord } from './objects/kubernetes-objects.ts';

/** The objects of a cluster. For a secret, only the names of its keys are shown. */
export function kubernetesState({ shelf }: KubernetesContext): Record<string, unknown> {
  return {
    namespaces: shelf.list(NAMESPACES).map(({ metadata: { name, labels } }) => ({ name, labels })),
    secrets: shelf.list(SECRETS).map(({ metadata, type, data }) => ({
      id: `${metadata.namespace}/${metadata.name}`,
      type,
      labels: metadata.labels ?? {},
      annotations: metadata.annotations ?? {},
      keys: Object.keys(isRecord(data) ? data : {}).sort(),
    })),
  };
}
