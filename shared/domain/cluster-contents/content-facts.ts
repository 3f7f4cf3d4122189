import { z } from 'zod';

const texts = z.record(z.string(), z.string());

/**
 * Fields of one kind of content, in addition to the common ones. Documents are limited: a row of the table is at most
 * 400 KB.
 */
export const workloadFacts = z.object({
  /** Wanted replicas; 0 for a cron job. */
  scale: z.int().nonnegative(),
  /** Labels of its pods; services select pods by them. */
  podLabels: texts,
});
export const serviceFacts = z.object({
  /** Absent for a service without its own address. */
  clusterIp: z.string().optional(),
  selector: texts.optional(),
  /** Uuids of the workloads that own the selected pods. */
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
export const appFacts = z.object({ chart: z.string(), version: z.string(), catalog: z.string() });
/** User and password are not copied: they are in a Secret of the cluster. */
export const catalogFacts = z.object({ url: z.string(), branch: z.string(), commit: z.string() });
