import type { DimensionsOf, MetricName } from '../contracts/telemetry.ts';

/** Figures for operators, by the names of contracts/telemetry.ts. */
export interface Metrics {
  add<M extends MetricName>(name: M, value: number, dimensions: DimensionsOf<M>): void;
}
