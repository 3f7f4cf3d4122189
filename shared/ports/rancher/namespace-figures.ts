import type { Amounts, RequestingPod } from '../../domain/rancher-projects/usage/pod-requests.ts';

/**
 * A volume claim. `storage` is the storage that the claim requests, in bytes. It is NaN if the quantity cannot be read.
 */
export type VolumeClaim = { namespace: string; storage: number };
/** The limits of a ResourceQuota and the amounts that it counts, by Kubernetes' names such as `limits.cpu`. */
export type QuotaFigures = { namespace: string; name: string; hard: Amounts; used: Amounts };

/**
 * The amounts that workloads of a cluster request, and the amounts that quotas count. Each list covers all namespaces,
 * so the number of requests to Rancher does not depend on the number of projects. Quantities that cannot be read are
 * NaN, never zero. Every call may throw the Backend* errors. While Rancher has no connection to the cluster, every call
 * throws BackendUnavailable.
 */
export interface NamespaceFigures {
  /** The namespaces that belong to a project, with the project's id in Rancher (`c-abcde:p-abcde`). */
  listNamespacesWithProject(clusterId: string): Promise<{ name: string; projectId: string }[]>;
  listRequestingPods(clusterId: string): Promise<RequestingPod[]>;
  listVolumeClaims(clusterId: string): Promise<VolumeClaim[]>;
  listQuotaFigures(clusterId: string): Promise<QuotaFigures[]>;
}
