import { z } from 'zod';

const texts = z.record(z.string(), z.string());

/** What is told of one kind of content beside what all have. Documents are bounded: a row of the table is at most 400 KB. */
export const workloadFacts = z.object({
  /** Copies wanted; a cron job has none. */
  scale: z.int().nonnegative(),
  /** What its pods carry, by which services find them. */
  podLabels: texts,
});
export const serviceFacts = z.object({
  /** Absent of one without an address of its own. */
  clusterIp: z.string().optional(),
  selector: texts.optional(),
  /** Uuids of the workloads whose pods it leads to. */
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
  /** What it scales: Steve's type and the name, in its own namespace; absent where that is no workload of ours. */
  workload: z.object({ type: z.string(), name: z.string() }).optional(),
});
/** Values that it was installed with stay in Rancher: there are passwords among them. */
export const appFacts = z.object({ chart: z.string(), version: z.string(), catalog: z.string() });
/** Neither user nor password: those are in a Secret of the cluster. */
export const catalogFacts = z.object({ url: z.string(), branch: z.string(), commit: z.string() });
