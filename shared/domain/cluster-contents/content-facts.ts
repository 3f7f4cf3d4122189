import { z } from 'zod';

const texts = z.record(z.string(), z.string());

/**
 * Fields that only workloads have. The size of these fields is limited, because a row of DynamoDB has at most 400 KB.
 */
export const workloadFacts = z.object({
  /** Wanted number of replicas. 0 for a cron job. */
  scale: z.int().nonnegative(),
  /** Labels of the workload's pods. Services select pods by these labels. */
  podLabels: texts,
});
export const serviceFacts = z.object({
  /** The service's address in the cluster. Absent for a service without an address. */
  clusterIp: z.string().optional(),
  selector: texts.optional(),
  /** Uuids of the workloads whose pods the service selects. */
  targets: z.array(z.string()).default([]),
});
const ingressPath = z.object({ path: z.string(), service: z.string(), port: z.string() });
export const ingressFacts = z.object({ rules: z.array(z.object({ host: z.string(), paths: z.array(ingressPath) })) });

const hpaTarget = z.object({
  type: z.string(),
  utilization: z.int().optional(),
  averageValue: z.string().optional(),
});
export const hpaFacts = z.object({
  minReplicas: z.int(),
  maxReplicas: z.int(),
  currentReplicas: z.int(),
  desiredReplicas: z.int(),
  metrics: z.array(z.object({ name: z.string(), type: z.string(), target: hpaTarget })),
  /**
   * The workload that the autoscaler scales: Steve's type and the name. The workload is in the autoscaler's namespace.
   * Absent if Paddock keeps no records of this type.
   */
  workload: z.object({ type: z.string(), name: z.string() }).optional(),
});
/**
 * Fields that only installed applications have. Their Helm values stay in Rancher, because they may contain passwords.
 */
export const appFacts = z.object({
  chart: z.string(),
  version: z.string(),
  catalog: z.string(),
  /** Helm's number of the revision. Every installation, upgrade and rollback makes a new revision. */
  revision: z.int().default(1),
});
/** Fields that only catalogs have. User and password of a catalog stay in a Secret of the cluster. */
export const catalogFacts = z.object({
  url: z.string(),
  branch: z.string(),
  commit: z.string(),
  /**
   * The commit of the catalog's index. If the index has no commit, the time of the last download. While this version is
   * the same, the charts are the same. Empty before the first download.
   */
  indexVersion: z.string().default(''),
  /** The catalog's name in the API. If empty, the API shows the name of the Kubernetes object. */
  title: z.string().default(''),
  /** Rancher's id of the catalog's project. Empty if the catalog belongs to the whole cluster. */
  projectId: z.string().default(''),
  /**
   * The uuid of the global catalog that this catalog is a copy of. Empty for a catalog of the cluster or of a project.
   */
  globalUuid: z.string().default(''),
  /** Why the last download failed. Empty if it succeeded. */
  problem: z.string().default(''),
});
export const templateFacts = z.object({
  catalog: z.string(),
  /** The uuid of the global catalog. Empty if the chart's catalog is not a copy of a global catalog. */
  globalUuid: z.string().default(''),
  chart: z.string(),
  /** At most fifty versions that fit the cluster's Kubernetes, newest first. */
  versions: z.array(z.string()),
  iconUrl: z.string(),
  projectUrl: z.string(),
});
