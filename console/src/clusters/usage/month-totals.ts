export type Usage = {
  billing_period: string;
  name: string;
  measured_unit: string;
  usage: string;
  cost: string | null;
  currency: string;
};
export type Month = { month: string; lines: string[]; cost: number; currency: string };

/** Returns the usage of a cluster by month, newest first. */
export function monthTotals(usages: readonly Usage[]): Month[] {
  const months = Map.groupBy(usages, ({ billing_period }) => billing_period.slice(0, 7));
  return [...months]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([month, parts]) => ({
      month,
      lines: parts.map(({ name, usage, measured_unit }) => `${name}: ${usage} ${measured_unit}`),
      cost: parts.reduce((sum, { cost }) => sum + Number(cost ?? 0), 0),
      currency: parts[0]?.currency ?? '',
    }));
}

/** Returns the length of each month's bar, in per cent of the longest bar. */
export function barLengths(months: readonly Month[]): number[] {
  const most = Math.max(...months.map(({ cost }) => cost), 0);
  return months.map(({ cost }) => (most === 0 ? 0 : Math.round((100 * cost) / most)));
}
