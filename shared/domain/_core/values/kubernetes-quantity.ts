const MULTIPLIERS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};
/**
 * Divisors, not factors, because the result must be exact: 9 / 1000 is 0.009, but 9 * 0.001 is 0.009000000000000001.
 */
const DIVISORS: Readonly<Record<string, number>> = { m: 1e3, u: 1e6, n: 1e9 };

const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([eE][+-]?\d+)|([KMGTPE]i|[numkMGTPE]))?$/;
const BYTES_PER_MEBIBYTE = 2 ** 20;

/**
 * Parses a Kubernetes quantity (`380m`, `16163180Ki`, `1.5Gi`, `2`, `1e3`) as a number of cores, bytes or pieces.
 * Undefined for any other text. This function reads Kubernetes' whole grammar. Waldur's parser reads only a part of it,
 * and turns 2 cores into 0.002 (docs/spec/nodes.md#figures-of-a-node).
 */
export function parseQuantity(text: string): number | undefined {
  const [, digits, exponent = '', suffix = ''] = QUANTITY.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits + exponent);
  const divisor = DIVISORS[suffix];
  return divisor === undefined ? number * (MULTIPLIERS[suffix] ?? 1) : number / divisor;
}

/** Parses a quantity of bytes as whole MiB, rounded down. */
export function parseMebibytes(text: string): number | undefined {
  const bytes = parseQuantity(text);
  return bytes === undefined ? undefined : Math.floor(bytes / BYTES_PER_MEBIBYTE);
}
