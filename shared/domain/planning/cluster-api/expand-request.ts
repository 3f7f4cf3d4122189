import type { ClusterApiTemplate } from './cluster-api-template.ts';
import type { ClusterApiRequest, RequestedClusterApi } from './cluster-request.ts';
import { resolveLabels } from './resolve-labels.ts';

/**
 * The request of an order, completed with the values of its template.
 * @param kubernetesVersion the version of clusters without the label `kube_tag`
 * @throws Invalid if labels are wrong; the field `labels` of the exception has the errors of all labels
 */
export function expandRequest(
  { masterCount, nodeCount, overrides, mergesLabels }: RequestedClusterApi,
  { uuid, spec }: Pick<ClusterApiTemplate, 'uuid' | 'spec'>,
  kubernetesVersion: string,
): ClusterApiRequest {
  const { labels } = resolveLabels({
    ...{ template: spec.labels, ordered: overrides.labels, merge: mergesLabels },
    ...{ driver: spec.networkDriver, kubernetesVersion },
  });
  return { templateUuid: uuid, masterCount, nodeCount, spec: { ...spec, ...overrides, labels: { ...labels } } };
}
