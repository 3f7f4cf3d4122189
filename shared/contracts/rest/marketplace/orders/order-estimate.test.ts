import { expect, it } from 'vitest';
import { estimateOf } from '#shared/domain/marketplace/prices/estimate';
import { orderEstimateView, viewOrderEstimate } from './order-estimate.ts';

it('an estimate has the same field names as usages, and money is text', () => {
  const estimate = estimateOf({ cpu_hours: '0.02' }, { vcpus: 10, ramMb: 1024, storageMb: 0 });
  const shown = orderEstimateView.parse(viewOrderEstimate(estimate, 'EUR'));
  expect(shown).toMatchObject({ hours_per_month: 730, total: '146.00', currency: 'EUR' });
  expect(shown.components[0]).toEqual({
    type: 'cpu_hours',
    name: 'CPU hours',
    measured_unit: 'vCPU-hours',
    usage: '7300.00',
    price: '0.02',
    cost: '146.00',
  });
});
