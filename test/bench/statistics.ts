/**
 * The percentile by nearest rank: the smallest value that is greater than or equal to at least this share (0 to 1) of
 * the values.
 * @throws RangeError without values
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new RangeError('no values');
  return found;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Fits `y = fixed + perUnit * x` to the points with least squares. */
export function lineThrough(points: readonly { x: number; y: number }[]): { fixed: number; perUnit: number } {
  const n = points.length;
  const [sx, sy] = [sum(points.map(({ x }) => x)), sum(points.map(({ y }) => y))];
  const sxx = sum(points.map(({ x }) => x * x));
  const sxy = sum(points.map(({ x, y }) => x * y));
  const spread = n * sxx - sx * sx;
  if (spread === 0) throw new RangeError('a line needs two different points');
  const perUnit = (n * sxy - sx * sy) / spread;
  return { fixed: (sy - perUnit * sx) / n, perUnit };
}
