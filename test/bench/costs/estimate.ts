import { sum } from '../statistics.ts';
import { PRICES, type PriceName } from './prices.ts';

export type Usage = Partial<Record<PriceName, number>>;
export type CostLine = { name: PriceName; amount: number; usd: number };

export function costLines(usage: Usage): CostLine[] {
  const names = Object.keys(PRICES) as PriceName[];
  return names
    .map((name) => ({ name, amount: usage[name] ?? 0, usd: (usage[name] ?? 0) * PRICES[name].usd }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.usd - a.usd);
}

export const totalOf = (usage: Usage): number => sum(costLines(usage).map(({ usd }) => usd));

export function addedUsage(...usages: readonly Usage[]): Usage {
  const names = Object.keys(PRICES) as PriceName[];
  return Object.fromEntries(names.map((name) => [name, sum(usages.map((usage) => usage[name] ?? 0))]));
}
