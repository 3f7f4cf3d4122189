import { expect, test } from 'vitest';
import { capacityOf } from './capacity.ts';

test.each([
  [
    { cpu: '24', memory: '49125240Ki', pods: '330' },
    { cpu: '24', memory: '47973Mi', pods: '330' },
  ],
  [
    { cpu: '24', pods: '330' },
    { cpu: '24', memory: '0Mi', pods: '330' },
  ],
  [{ memory: '50000Mi' }, { memory: '50000Mi' }],
  [{ memory: '8Gi' }, { memory: '8Gi' }],
])('%o is kept as %o (R-9b-W12)', (shown, kept) => {
  expect(capacityOf(shown)).toEqual(kept);
});
