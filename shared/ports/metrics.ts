import type { DimensionsOf, MetricName } from '../contracts/telemetry.ts';

/** Metrics for operators. contracts/telemetry.ts has their names. */
export interface Metrics {
  add<M extends MetricName>(name: M, value: number, dimensions: DimensionsOf<M>): void;
}
