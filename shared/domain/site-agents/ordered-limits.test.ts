import { describe, expect, test } from 'vitest';
import type { AgentComponent } from '../marketplace/site-agent-offering.ts';
import { changedLimits, orderedLimits, reportedLimits } from './ordered-limits.ts';

const component = (type: string, fields: Partial<AgentComponent> = {}): AgentComponent => ({
  ...{ type, name: type, description: '', measured_unit: '', billing_type: 'limit' },
  ...fields,
});
const COMPONENTS = [
  component('cpu', { min_value: 1, max_value: 10, default_limit: 2 }),
  component('gpu', { min_value: 1 }),
  component('hours', { billing_type: 'usage' }),
];
const wrong = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof Error && 'body' in error ? error.body : error;
  }
};

describe('limits', () => {
  test('that an order does not name are the default, or else the minimum', () => {
    expect(orderedLimits(COMPONENTS, {})).toEqual({ cpu: 2, gpu: 1 });
    expect(orderedLimits(COMPONENTS, { cpu: 10 })).toEqual({ cpu: 10, gpu: 1 });
    expect(orderedLimits([], {})).toEqual({});
  });
  test.each([
    [{ cpu: 0 }, { cpu: ['Ensure this value is greater than or equal to 1.'] }],
    [{ cpu: 11 }, { cpu: ['Ensure this value is less than or equal to 10.'] }],
    [{ hours: 1 }, { hours: [expect.stringMatching(/Its components with limits: cpu, gpu\.$/)] }],
  ])('%j are refused by name', (given, limits) => {
    expect(wrong(() => orderedLimits(COMPONENTS, given))).toEqual({ limits });
    expect(wrong(() => changedLimits(COMPONENTS, { cpu: 2 }, given))).toEqual({ limits });
  });
  test('that a change does not name stay', () => {
    expect(changedLimits(COMPONENTS, { cpu: 2, gpu: 1 }, { cpu: 3 })).toEqual({ cpu: 3, gpu: 1 });
  });
  test('that a backend reports may exceed those of orders, for known components', () => {
    expect(reportedLimits(COMPONENTS, { cpu: 2 }, { cpu: 1000, hours: 5 })).toEqual({ cpu: 1000, hours: 5 });
    expect(wrong(() => reportedLimits(COMPONENTS, {}, { mem: 1 }))).toEqual({
      limits: { mem: ['This offering has no component of this name. Its components: cpu, gpu, hours.'] },
    });
  });
});
