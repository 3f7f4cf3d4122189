import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';

/** Whether a control plane has all its wanted machines, and all of them have its present version. */
export function isStable({ spec, status }: KubernetesObject): boolean {
  const wanted = fieldAt(spec, 'replicas');
  const counts = ['replicas', 'updatedReplicas', 'readyReplicas'].map((field) => fieldAt(status, field));
  return counts.every((count) => count === wanted) && fieldAt(status, 'version') === fieldAt(spec, 'version');
}
