import { expect, test } from 'vitest';
import { aPool, machinesOf } from '#test/builders/pool-builders';
import { planOf } from '#test/pool-changes';
import { measuredPace } from './measured-pace.ts';

const [machine] = machinesOf(aPool({ quantity: 1 }), { createdAt: '2026-01-01T00:00:00Z' });
const readyAfter = (seconds: number) => ({
  ...(machine ?? expect.fail()),
  readyAt: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString(),
});

test('the pace is the median of the machines, and one that was away for a day does not count (S2-009)', () => {
  expect(measuredPace([readyAfter(86_400), readyAfter(170), readyAfter(150)])).toEqual({ createSeconds: 170 });
});

test('a cluster without a ready machine has no pace, and a plan with new machines has no duration (S2-009)', () => {
  const pace = measuredPace(machine ? [machine] : []);
  expect(pace).toEqual({ createSeconds: undefined });
  expect(planOf({ deleted: ['a-1'], pace }).expectedSeconds).toBeNull();
});

test('a restart that was never measured has no duration (S2-009)', () => {
  const spec = { kubernetesVersion: 'v1.32.3+rke2r1' };
  expect(planOf({ spec, pace: measuredPace([readyAfter(150)]) }).expectedSeconds).toBeNull();
});
