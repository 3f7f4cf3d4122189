import type { Ended } from './run-orders.ts';

const seconds = (value: number): string => `${value.toFixed(1)} s`;

export type Spread = { orders: number; min: number; median: number; max: number; slowest: number };

/** `slowest` is the longest duration divided by the median. */
export function spreadOf(ended: readonly Pick<Ended, 'seconds'>[]): Spread {
  const sorted = ended.map((one) => one.seconds).toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const max = sorted.at(-1) ?? 0;
  return { orders: sorted.length, min: sorted[0] ?? 0, median, max, slowest: max / median };
}

export function spreadLines(what: string, ended: readonly Ended[]): string[] {
  const line = (of: string, some: readonly Ended[]) => {
    const { orders, min, median, max, slowest } = spreadOf(some);
    const factor = `slowest ${slowest.toFixed(2)} × the median`;
    return `${what}, ${of}: ${orders} orders, min ${seconds(min)}, median ${seconds(median)}, max ${seconds(max)}, ${factor}`;
  };
  const byProvider = [...Map.groupBy(ended, ({ provider }) => provider)].toSorted(([a], [b]) => a - b);
  return [line('all', ended), ...byProvider.map(([provider, some]) => line(`provider ${provider + 1}`, some))];
}
