import { expect, test } from 'vitest';
import { aResource } from '#test/builders/builders';
import { projectComponent } from '../../marketplace/rancher-project-offering.ts';
import type { ReportedUsage } from '../../usage/reported-usage.ts';
import { measuredUsage } from './measured-usage.ts';

const resource = aResource();
const component = projectComponent.parse({
  ...{ type: 'cpu', name: 'CPU', description: '', measured_unit: 'cores', billing_type: 'limit' },
});
const measure = (known: ReportedUsage | undefined, current: number, at = '2026-11-10T10:00:00Z') =>
  measuredUsage(known, resource, { component, current, counted: 3, limit: 8 }, new Date(at));

test('the first measurement of a month is beside the limit and what quotas count (S1-070)', () => {
  expect(measure(undefined, 2.5)).toMatchObject({
    ...{ type: 'cpu', billingPeriod: '2026-11', amount: '2.50', measuredUnit: 'cores', version: 0 },
    measured: { current: '2.50', counted: '3.00', limit: 8 },
  });
});

test('the amount of a month is its highest measurement, and the current one is shown, too', () => {
  const first = measure(undefined, 2.5);
  const more = measure(first, 4);
  const less = measure(more, 1);
  expect(more).toMatchObject({ amount: '4.00', measured: { current: '4.00' }, version: 1 });
  expect(less).toMatchObject({ amount: '4.00', measured: { current: '1.00' }, version: 2 });
});

test('a measurement that changes nothing writes nothing', () => {
  expect(measure(measure(undefined, 2.5), 2.5, '2026-11-10T11:00:00Z')).toBeUndefined();
});
