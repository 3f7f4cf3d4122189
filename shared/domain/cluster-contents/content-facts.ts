import { z } from 'zod';

const texts = z.record(z.string(), z.string());

/**
 * Fields of a workload, in addition to the fields that all contents have. Their size is limited, because a row of the
 * table can have at most 400 KB.
 */
export const workloadFacts = z.object({
  /** Wanted number of replicas; 0 for a cron job. */
  scale: z.int().nonnegative(),
  /** Labels of the workload's pods. Services select pods by these labels. */
  podLabels: texts,
});
export const serviceFacts = z.object({
  /** The service's address in the cluster. Absent for a service that has no address. */
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
   * The workload that is scaled, by Steve's type and name, in the same namespace. Absent if Paddock keeps no records of
   * that type.
   */
  workload: z.object({ type: z.string(), name: z.string() }).optional(),
});
/** Fields of an installed application. Its Helm values stay in Rancher, because they may contain passwords. */
export const appFacts = z.object({
  chart: z.string(),
  version: z.string(),
  catalog: z.string(),
  /** Helm's number of the revision. An installation, an upgrade and a rollback each make a new revision. */
  revision: z.int().default(1),
});
/** Fields of a catalog. Its user and password are not copied: they stay in a Secret of the cluster. */
export const catalogFacts = z.object({
  url: z.string(),
  branch: z.string(),
  commit: z.string(),
  /** Changes with each download that may have found other charts. Empty before the first download. */
  indexVersion: z.string().default(''),
  /** The catalog's name in the API. Empty if it is the name of the Kubernetes object. */
  title: z.string().default(''),
  /** Rancher's id of the project that the catalog is for. Empty if it is for the whole cluster. */
  projectId: z.string().default(''),
  /** The reason why the last download failed. */
  problem: z.string().default(''),
});
/** A chart of a catalog. */
export const templateFacts = z.object({
  catalog: z.string(),
  chart: z.string(),
  /** Versions that fit the cluster's Kubernetes, newest first, at most fifty. */
  versions: z.array(z.string()),
  iconUrl: z.string(),
  projectUrl: z.string(),
});
