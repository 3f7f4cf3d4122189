import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Costed } from './cost-figures.ts';
import { costLines, totalOf } from './estimate.ts';
import { PRICES, PRICES_READ, type Price } from './prices.ts';

const PAGE = fileURLToPath(new URL('../../../docs/costs.md', import.meta.url));
const [BEGIN, END] = ['<!-- written by npm run bench -->', '<!-- until here -->'];

const usd = (value: number): string => (value < 0.01 ? value.toFixed(6) : value.toFixed(value < 1 ? 4 : 2));
const amountText = (amount: number): string =>
  amount >= 100 ? Math.round(amount).toLocaleString('en') : String(Number(amount.toPrecision(3)));

function usageTable({ title, usage }: Costed): string {
  const rows = costLines(usage).map(({ name, amount, usd: cost }) => {
    const { what, unit } = PRICES[name];
    return `| ${what} | ${amountText(amount)} | ${unit} | ${usd(cost)} |`;
  });
  return [
    `## ${title}: ${usd(totalOf(usage))} USD`,
    '',
    '| | amount | unit | USD |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function priceTable(): string {
  const rows = Object.values<Price>(PRICES).map(
    ({ what, unit, usd: price, source }) =>
      `| ${what} | ${Number(price.toPrecision(6))} per ${unit} | ${source ?? 'remembered, not confirmed'} |`,
  );
  const head = `## Prices\n\nOf us-east-1 in USD, read ${PRICES_READ}; free tiers are left out.`;
  return [head, '', '| | price | where it was read |', '|---|---|---|', ...rows].join('\n');
}

/**
 * Replaces the text between the page's marks.
 * @throws Error if the page has no marks
 */
export function pageWith(page: string, costed: readonly Costed[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`the page has no ${BEGIN} … ${END}`);
  const tables = [...costed.map(usageTable), priceTable()].join('\n\n');
  return `${before}${BEGIN}\n\n${tables}\n\n${END}${after}`;
}

export function writeCostsPage(costed: readonly Costed[]): void {
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), costed));
}
