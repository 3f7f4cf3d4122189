import type { KubernetesContext } from '../kubernetes/kubernetes-context.ts';
import { kubernetesState } from '../kubernetes/kubernetes-state.ts';
import { fieldAt } from '../kubernetes/objects/kubernetes-objects.ts';
import { CLUSTER_API_KINDS } from './kinds.ts';

/** Objects of Cluster API by kind, with their phase; also namespaces and secrets. */
export function clusterApiState(context: KubernetesContext): Record<string, unknown> {
  const kinds = CLUSTER_API_KINDS.map((kind) => [
    kind.name,
    context.shelf.list(kind).map(({ metadata: { namespace, name }, status }) => ({
      id: `${namespace}/${name}`,
      phase: fieldAt(status, 'phase'),
    })),
  ]);
  return { ...kubernetesState(context), ...Object.fromEntries(kinds) };
}
