import { expect, test } from 'vitest';
import { type Examined, type HealthCheck, remediationsLeft, unhealthyAt } from './machine-health.ts';

const check = (triggerIf: HealthCheck['remediation']['triggerIf']): HealthCheck => ({
  selector: { matchLabels: {} },
  checks: {
    nodeStartupTimeoutSeconds: 600,
    unhealthyNodeConditions: ['Unknown', 'False'].map((status) => ({ type: 'Ready', status, timeoutSeconds: 300 })),
  },
  remediation: { triggerIf },
});
const machine = (more: Partial<Examined>): Examined => ({
  ...{ annotations: {}, node: 'blue-1', since: 1000, hasNode: true, ready: { status: 'True', reason: '', since: 0 } },
  ...more,
});

test.each([
  ['a node that is ready', {}, undefined],
  [
    'a node that has been silent since 5000',
    { ready: { status: 'Unknown', reason: 'NodeStatusUnknown', since: 5000 } },
    5300,
  ],
  ['no node as yet', { hasNode: false, ready: undefined }, 1600],
  ['a node that somebody has deleted', { ready: undefined }, 1000],
  ['a wish to be replaced', { annotations: { 'cluster.x-k8s.io/remediate-machine': '' } }, 1000],
])('a machine with %s is unhealthy at its time (T60, T61)', (_what, more, at) => {
  expect(unhealthyAt(check({ unhealthyLessThanOrEqualTo: '100%' }), machine(more), 1)?.at).toBe(at);
});

test.each([
  [{ unhealthyLessThanOrEqualTo: '100%' }, [0, 1, 5]],
  [{ unhealthyLessThanOrEqualTo: '40%' }, [0, 1, 2]],
  [{ unhealthyLessThanOrEqualTo: 1 }, [0, 1]],
  [{ unhealthyLessThanOrEqualTo: '100%', unhealthyInRange: '[1-2]' }, [1, 2]],
])('of five machines %j lets so many be replaced (T60)', (triggerIf, allowed) => {
  const numbers = [0, 1, 2, 3, 4, 5].filter((count) => remediationsLeft(check(triggerIf), count, 5) >= 0);
  expect(numbers).toEqual(expect.arrayContaining(allowed));
  expect(Math.max(...numbers)).toBe(allowed.at(-1));
  expect(Math.min(...numbers)).toBe(allowed[0]);
});
