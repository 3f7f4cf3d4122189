export type Usage = {
  billing_period: string;
  name: string;
  measured_unit: string;
  usage: string;
  cost: string | null;
  currency: string;
};
/** The cost is null if the price of a part is unknown. */
export type Month = { month: string; lines: string[]; cost: number | null; currency: string };

const sumOf = (parts: readonly Usage[]): number | null =>
  parts.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + Number(cost)), 0);

/** Returns the usage of a cluster by month, newest first. */
export function monthTotals(usages: readonly Usage[]): Month[] {
  const months = Map.groupBy(usages, ({ billing_period }) => billing_period.slice(0, 7));
  return [...months]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([month, parts]) => ({
      month,
      lines: parts.map(({ name, usage, measured_unit }) => `${name}: ${usage} ${measured_unit}`),
      cost: sumOf(parts),
      currency: parts[0]?.currency ?? '',
    }));
}

/** Returns the length of each month's bar, in per cent of the longest bar. Without a known cost, the length is 0. */
export function barLengths(months: readonly Month[]): number[] {
  const costs = months.map(({ cost }) => cost ?? 0);
  const most = Math.max(...costs, 0);
  return costs.map((cost) => (most === 0 ? 0 : Math.round((100 * cost) / most)));
}
