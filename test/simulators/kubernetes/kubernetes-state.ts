import type { KubernetesContext } from './kubernetes-context.ts';

/** What there is, with the names of secrets' keys in place of what is in them. */
export function kubernetesState({ namespaces, secrets }: KubernetesContext): Record<string, unknown> {
  return {
    namespaces: [...namespaces.values()].map(({ metadata: { name, labels } }) => ({ name, labels })),
    secrets: [...secrets].map(([id, { metadata, type, data }]) => ({
      id,
      type,
      labels: metadata.labels ?? {},
      annotations: metadata.annotations ?? {},
      keys: Object.keys(data ?? {}).sort(),
    })),
  };
}
