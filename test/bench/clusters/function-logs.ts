import { z } from 'zod';
import { functionLogs as messagesOf } from '#test/function-log';
import { sum } from '../statistics.ts';

/** A line from which CloudWatch makes metrics: the embedded metric format. */
const metricLine = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string() })),
      }),
    ),
  }),
});

export type FunctionLogs = {
  bytes: number;
  /** Each metric with each combination of dimension values. AWS charges for each combination. */
  metrics: string[];
};

/** The metrics of a log line. Empty for lines in another format. */
export function metricsIn(message: string): string[] {
  if (!message.startsWith('{"_aws"')) return [];
  const line = metricLine.parse(JSON.parse(message));
  return line._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) => {
      const values = names.map((name) => `${name}=${line[name]}`).sort();
      return Metrics.map(({ Name }) => [Namespace, Name, ...values].join(' '));
    }),
  );
}

/**
 * The size and the metrics of the log lines in the log groups of these functions. Only lines since the time `sinceMs`
 * (in milliseconds) count.
 */
export async function functionLogs(
  endpoint: string,
  functions: Iterable<string>,
  sinceMs: number,
): Promise<FunctionLogs> {
  const messages = await messagesOf(endpoint, functions, sinceMs);
  return {
    bytes: sum(messages.map((message) => Buffer.byteLength(message))),
    metrics: [...new Set(messages.flatMap(metricsIn))].sort(),
  };
}
