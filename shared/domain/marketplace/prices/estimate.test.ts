import { describe, expect, it } from 'vitest';
import { estimateOf } from './estimate.ts';
import { planPrices } from './plan-prices.ts';

const MACHINES = { vcpus: 12, ramMb: 24_576, storageMb: 204_800 };

describe('an estimate', () => {
  it('is a month of each component at the price of the plan, and their sum', () => {
    expect(estimateOf({ cpu_hours: '0.0125', ram_hours: '0.004', storage_hours: '0.0001' }, MACHINES)).toEqual({
      hoursPerMonth: 730,
      components: [
        { type: 'cpu_hours', hours: '8760.00', price: '0.0125', cost: '109.50' },
        { type: 'ram_hours', hours: '17520.00', price: '0.004', cost: '70.08' },
        { type: 'storage_hours', hours: '146000.00', price: '0.0001', cost: '14.60' },
      ],
      total: '194.18',
    });
  });

  it('is exact where binary fractions are not', () => {
    const { components } = estimateOf({ cpu_hours: '123456789012.0000000001' }, { ...MACHINES, vcpus: 1_000_000 });
    expect(components[0]?.cost).toBe('90123455978760000000.07');
  });

  it('adds up what it shows, to the cent', () => {
    const { components, total } = estimateOf(
      { cpu_hours: '0.00001', ram_hours: '0.00001', storage_hours: '0.00001' },
      { vcpus: 2, ramMb: 2048, storageMb: 2048 },
    );
    expect(components.map(({ cost }) => cost)).toEqual(['0.01', '0.01', '0.01']);
    expect(total).toBe('0.03');
  });

  it('is nothing under a plan without prices', () => {
    expect(estimateOf({}, MACHINES).total).toBe('0.00');
  });
});

describe('a price', () => {
  it.each(['-1', '1,5', '1e3', '.5', '1.', '', '0.12345678901', '1234567890123', ' 1'])('is not "%s"', (cpu_hours) => {
    expect(planPrices.safeParse({ cpu_hours }).success).toBe(false);
  });

  it('is a text, of a component that is charged for', () => {
    expect(planPrices.safeParse({ cpu_hours: 0.1 }).success).toBe(false);
    expect(planPrices.safeParse({ gpu_hours: '1' }).success).toBe(false);
    expect(planPrices.parse({ cpu_hours: '0', ram_hours: '12.50' })).toEqual({ cpu_hours: '0', ram_hours: '12.50' });
  });
});
