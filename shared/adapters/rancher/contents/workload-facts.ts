import { z } from 'zod';
import { count, texts } from './steve-object.ts';

const template = z.object({ metadata: z.object({ labels: texts }).nullish() }).nullish();
const labelsOf = (from: z.infer<typeof template>) => from?.metadata?.labels ?? {};

const replicated = z.object({ spec: z.object({ replicas: z.int().nonnegative().nullish(), template }) });
/** Facts of a deployment or stateful set. Without `replicas`, Kubernetes runs one replica. */
export function replicatedFactsOf(object: unknown) {
  const { spec } = replicated.parse(object);
  return { scale: spec.replicas ?? 1, podLabels: labelsOf(spec.template) };
}

const daemonSet = z.object({
  spec: z.object({ template }),
  status: z.object({ desiredNumberScheduled: count }).nullish(),
});
export function daemonSetFactsOf(object: unknown) {
  const { spec, status } = daemonSet.parse(object);
  return { scale: status?.desiredNumberScheduled ?? 0, podLabels: labelsOf(spec.template) };
}

const cronJob = z.object({
  spec: z.object({ jobTemplate: z.object({ spec: z.object({ template }).nullish() }).nullish() }),
});
export function cronJobFactsOf(object: unknown) {
  const { spec } = cronJob.parse(object);
  return { scale: 0, podLabels: labelsOf(spec.jobTemplate?.spec?.template) };
}
