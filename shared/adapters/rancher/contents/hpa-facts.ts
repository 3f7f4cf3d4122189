import { z } from 'zod';
import { count, listOf, textOrEmpty } from './steve-object.ts';

const target = z.object({
  type: textOrEmpty,
  averageUtilization: z.int().nullish(),
  averageValue: z.string().nullish(),
});
const resource = z.object({ name: textOrEmpty, target: target.nullish() }).nullish();
const named = z.object({ metric: z.object({ name: textOrEmpty }).nullish(), target: target.nullish() }).nullish();
/** A metric of `autoscaling/v2`. Its values are in the field that is named after its type. */
const metric = z.object({
  type: textOrEmpty,
  resource,
  containerResource: resource,
  pods: named,
  object: named,
  external: named,
});
const hpa = z.object({
  spec: z.object({
    minReplicas: z.int().nonnegative().nullish(),
    maxReplicas: count,
    metrics: listOf(metric),
    scaleTargetRef: z.object({ kind: textOrEmpty, name: textOrEmpty }).nullish(),
  }),
  status: z.object({ currentReplicas: count, desiredReplicas: count }).nullish(),
});
const MAX_METRICS = 20;

const SCALED: Readonly<Record<string, string>> = { Deployment: 'apps.deployment', StatefulSet: 'apps.statefulset' };

function metricOf({ type, ...of }: z.infer<typeof metric>) {
  const byResource = of.resource ?? of.containerResource;
  const byName = of.pods ?? of.object ?? of.external;
  const goal = byResource?.target ?? byName?.target;
  return {
    name: byResource?.name ?? byName?.metric?.name ?? '',
    type,
    target: {
      type: goal?.type ?? '',
      ...(goal?.averageUtilization != null && { utilization: goal.averageUtilization }),
      ...(goal?.averageValue != null && { averageValue: goal.averageValue }),
    },
  };
}

/** Facts of a horizontal pod autoscaler. Without a minimum, Kubernetes keeps at least one replica. */
export function hpaFactsOf(object: unknown) {
  const { spec, status } = hpa.parse(object);
  const type = SCALED[spec.scaleTargetRef?.kind ?? ''];
  return {
    minReplicas: spec.minReplicas ?? 1,
    maxReplicas: spec.maxReplicas,
    currentReplicas: status?.currentReplicas ?? 0,
    desiredReplicas: status?.desiredReplicas ?? 0,
    metrics: spec.metrics.slice(0, MAX_METRICS).map(metricOf),
    ...(type && spec.scaleTargetRef && { workload: { type, name: spec.scaleTargetRef.name } }),
  };
}
