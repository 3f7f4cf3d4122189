const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const DECIMAL = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(m|k|M|G|T|P|E|[KMGTPE]i)?$/;

/** An amount in thousandths, and whether it is written in powers of 1024. */
export interface Quantity {
  milli: bigint;
  isBinary: boolean;
}

/** Reads an amount as Kubernetes writes it: `500m`, `1.5`, `64Mi`. Undefined for any other text. */
export function parseQuantity(text: string): Quantity | undefined {
  const [all, sign, whole = '', part = '', suffix = ''] = PATTERN.exec(text) ?? [];
  if (all === undefined || whole + part === '') return undefined;
  const isBinary = suffix.endsWith('i');
  const factor = isBinary
    ? 1000n * 1024n ** BigInt(BINARY.indexOf(suffix))
    : suffix === 'm'
      ? 1n
      : 1000n * 1000n ** BigInt(DECIMAL.indexOf(suffix));
  const scaled = (BigInt(whole + part) * factor) / 10n ** BigInt(part.length);
  return { milli: sign === '-' ? -scaled : scaled, isBinary };
}

/** The amount in the shortest form that Kubernetes writes, without a fraction. */
export function formatQuantity({ milli, isBinary }: Quantity): string {
  if (milli === 0n) return '0';
  if (milli % 1000n !== 0n) return `${milli}m`;
  const [base, suffixes] = isBinary ? [1024n, BINARY] : [1000n, DECIMAL];
  let amount = milli / 1000n;
  let steps = 0;
  while (amount % base === 0n && steps < suffixes.length - 1) {
    amount /= base;
    steps += 1;
  }
  return `${amount}${suffixes[steps]}`;
}

export const canonicalQuantity = (text: string): string => {
  const quantity = parseQuantity(text);
  return quantity ? formatQuantity(quantity) : text;
};

/** Adds amounts. The notation of the sum is that of the first amount that is not zero. */
export function addQuantities(texts: readonly string[]): Quantity {
  const amounts = texts.flatMap((text) => parseQuantity(text) ?? []);
  const isBinary = amounts.find(({ milli }) => milli !== 0n)?.isBinary ?? false;
  return { milli: amounts.reduce((sum, { milli }) => sum + milli, 0n), isBinary };
}
