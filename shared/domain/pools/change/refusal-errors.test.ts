import { expect, test } from 'vitest';
import { refusalErrors } from './refusal-errors.ts';

test('reasons are under the fields of the named pool, and those of other pools name their pool (S2-009)', () => {
  const refused = [
    { pool: 'workers', field: 'quantity', message: 'Too many.' },
    { pool: 'workers', field: 'quantity', message: 'Not whole.' },
    { pool: 'servers', field: 'flavor', message: 'It is gone.' },
    { field: 'pools', message: 'No quota.' },
  ];
  expect(refusalErrors(refused, 'workers')).toEqual({
    quantity: ['Too many.', 'Not whole.'],
    pools: ['Pool servers: It is gone.', 'No quota.'],
  });
  expect(refusalErrors(refused.slice(0, 1), undefined)).toEqual({ pools: ['Pool workers: Too many.'] });
});
