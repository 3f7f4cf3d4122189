import { z } from 'zod';

const texts = z.record(z.string(), z.string());

/**
 * Fields of one kind of content, in addition to the common fields. Their size is limited, because a row of the table
 * can have 400 KB.
 */
export const workloadFacts = z.object({
  /** Wanted replicas; 0 for a cron job. */
  scale: z.int().nonnegative(),
  /** Labels of the workload's pods. Services select pods by these labels. */
  podLabels: texts,
});
export const serviceFacts = z.object({
  /** The service's address in the cluster. Absent for a service without one. */
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
  /** The scaled workload, by Steve's type and name; it is in the same namespace. Absent if we copy no objects of that type. */
  workload: z.object({ type: z.string(), name: z.string() }).optional(),
});
/** The Helm values of an installation stay in Rancher, because they may contain passwords. */
export const appFacts = z.object({
  chart: z.string(),
  version: z.string(),
  catalog: z.string(),
  /** Helm counts installation, upgrades and roll backs. */
  revision: z.int().default(1),
});
/** User and password are not copied: they are in a Secret of the cluster. */
export const catalogFacts = z.object({
  url: z.string(),
  branch: z.string(),
  commit: z.string(),
  /** Differs after each download that may have found other charts. Empty before the first. */
  indexVersion: z.string().default(''),
  /** The name in the API, if it is not the object's. */
  title: z.string().default(''),
  /** Rancher's id of the project that the catalog is for. Empty if it is for the whole cluster. */
  projectId: z.string().default(''),
  /** Why the last download failed. */
  problem: z.string().default(''),
});
/** A chart of a catalog. */
export const templateFacts = z.object({
  catalog: z.string(),
  chart: z.string(),
  /** Newest first: the first fifty that fit the cluster's Kubernetes. */
  versions: z.array(z.string()),
  iconUrl: z.string(),
  projectUrl: z.string(),
});
