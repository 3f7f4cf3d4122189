import { Metrics as PowertoolsMetrics } from '@aws-lambda-powertools/metrics';
import { METRIC_NAMESPACE, METRICS, STAGE_DIMENSION } from '../contracts/telemetry.ts';
import type { Metrics } from '../ports/runtime.ts';

/**
 * Metrics of a Lambda. They are log lines at the end of each invocation. CloudWatch makes metrics from these lines
 * (EMF).
 */
export interface PublishedMetrics extends Metrics {
  publish(): void;
}

export function lambdaMetrics(stage: string): PublishedMetrics {
  /**
   * One log line for each set of dimensions. The values of one invocation that have the same dimensions share a line.
   */
  const lines = new Map<string, PowertoolsMetrics>();

  function lineOf(dimensions: Record<string, string>): PowertoolsMetrics {
    const key = JSON.stringify(dimensions);
    const line = lines.get(key) ?? newLine(dimensions);
    lines.set(key, line);
    return line;
  }

  return {
    add(name, value, dimensions) {
      const { unit, by } = METRICS[name];
      const given = new Map<string, string>(Object.entries(dimensions));
      for (const names of by) {
        const own = names.map((dimension) => [dimension, given.get(dimension) ?? '']);
        lineOf({ [STAGE_DIMENSION]: stage, ...Object.fromEntries(own) }).addMetric(name, unit, value);
      }
    },
    publish() {
      for (const line of lines.values()) line.publishStoredMetrics();
      lines.clear();
    },
  };
}

function newLine(dimensions: Record<string, string>): PowertoolsMetrics {
  const line = new PowertoolsMetrics({ namespace: METRIC_NAMESPACE });
  // Powertools has the default dimension `service`. It is removed, because it would make a separate metric for each
  // function.
  line.clearDefaultDimensions();
  line.setDefaultDimensions(dimensions);
  return line;
}
