import { expect, test } from 'vitest';
import { metricsIn } from './function-logs.ts';

test('each metric counts once for each set of values of its dimensions', () => {
  const line = {
    _aws: {
      CloudWatchMetrics: [{ Namespace: 'P', Dimensions: [['Stage', 'Backend']], Metrics: [{ Name: 'Latency' }] }],
    },
    Stage: 'prod',
    Backend: 'Nova',
    Latency: [1, 2],
  };
  expect(metricsIn(JSON.stringify(line))).toEqual(['P Latency Backend=Nova Stage=prod']);
  expect(metricsIn('{"level":"INFO"}')).toEqual([]);
});
