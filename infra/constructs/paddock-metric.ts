import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type DimensionsOf,
  METRIC_NAMESPACE,
  type METRICS,
  type MetricName,
  STAGE_DIMENSION,
} from '#shared/contracts/telemetry';
import type { Stage } from './platform.ts';

export const FIVE_MINUTES = Duration.minutes(5);

/** One of the sets of dimensions with which a metric is written. */
type SetOf<M extends MetricName> = (typeof METRICS)[M]['by'][number];

/**
 * One time series of a Paddock metric. CloudWatch finds the time series only if the metric is written with exactly the
 * dimensions in `dimensions`.
 */
export function ourMetric<M extends MetricName>(
  { config }: Stage,
  name: M,
  dimensions: Partial<DimensionsOf<M>>,
  statistic: string,
  label?: string,
): Metric {
  const given = Object.fromEntries(Object.entries(dimensions).map(([key, value]) => [key, String(value)]));
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: name,
    dimensionsMap: { [STAGE_DIMENSION]: config.stage, ...given },
    statistic,
    period: FIVE_MINUTES,
    ...(label !== undefined && { label }),
  });
}

/** All time series of a Paddock metric that have these dimensions, with any values. */
export function everyOurMetric<M extends MetricName>(
  { config }: Stage,
  name: M,
  by: SetOf<M>,
  statistic: string,
  where = '',
): MathExpression {
  const schema = [METRIC_NAMESPACE, STAGE_DIMENSION, ...by].join(',');
  const query = [`{${schema}}`, `MetricName="${name}"`, `${STAGE_DIMENSION}="${config.stage}"`, where].join(' ').trim();
  return new MathExpression({
    expression: `SEARCH('${query}', '${statistic}', ${FIVE_MINUTES.toSeconds()})`,
    usingMetrics: {},
    label: '',
    period: FIVE_MINUTES,
  });
}
