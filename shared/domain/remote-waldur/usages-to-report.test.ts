import { expect, test } from 'vitest';
import { usagesToReport } from './usages-to-report.ts';

const amount = (type: string, value: string) => ({ type, amount: value });

test.each([
  ['a figure that Waldur lacks is sent', [amount('cpu', '1.50')], [], [amount('cpu', '1.50')]],
  ['a figure of zero that Waldur lacks is sent', [amount('cpu', '0.00')], [], [amount('cpu', '0.00')]],
  ['a figure that Waldur has is not sent', [amount('cpu', '1.50')], [amount('cpu', '1.5')], []],
  ['a lower figure is not sent', [amount('cpu', '1.50')], [amount('cpu', '2.00')], []],
  ['a higher figure is sent', [amount('cpu', '2.50')], [amount('cpu', '2.00')], [amount('cpu', '2.50')]],
  ['a component that Waldur does not know is left out', [amount('pods', '3.00')], [], []],
  ['a figure that was not measured is not sent', [], [amount('cpu', '2.00')], []],
] as const)('%s', (_, measured, known, sent) => {
  expect(usagesToReport(measured, known, ['cpu', 'ram'])).toEqual(sent);
});
