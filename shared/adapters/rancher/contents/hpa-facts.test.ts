import { expect, test } from 'vitest';
import { hpaFactsOf } from './hpa-facts.ts';

const metrics = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
  { type: 'Pods', pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '1k' } } },
];
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' };

test('an autoscaler has its limits, the replicas that there are and should be, and its metrics (S0-043)', () => {
  const spec = { minReplicas: 2, maxReplicas: 5, metrics, scaleTargetRef };
  expect(hpaFactsOf({ spec, status: { currentReplicas: 3, desiredReplicas: 4 } })).toEqual({
    ...{ minReplicas: 2, maxReplicas: 5, currentReplicas: 3, desiredReplicas: 4 },
    metrics: [
      { name: 'cpu', type: 'Resource', target: { type: 'Utilization', utilization: 80 } },
      { name: 'requests', type: 'Pods', target: { type: 'AverageValue', averageValue: '1k' } },
    ],
    workload: { type: 'apps.deployment', name: 'cart' },
  });
});

test('an autoscaler that has not run yet has no replicas, and at least one by default', () => {
  expect(hpaFactsOf({ spec: { maxReplicas: 5, metrics: null, scaleTargetRef: null } })).toEqual({
    ...{ minReplicas: 1, maxReplicas: 5, currentReplicas: 0, desiredReplicas: 0, metrics: [] },
  });
});
