/** `numerator / denominator` with `digits` decimal places, rounded half up. Neither number may be negative. */
export function decimalText(numerator: bigint, denominator: bigint, digits: number): string {
  const scale = 10n ** BigInt(digits);
  const rounded = (numerator * scale * 2n + denominator) / (denominator * 2n);
  const fraction = (rounded % scale).toString().padStart(digits, '0');
  return digits === 0 ? `${rounded}` : `${rounded / scale}.${fraction}`;
}

export type Fraction = { numerator: bigint; denominator: bigint };

/** The exact value of a decimal text such as `0.0125`. */
export function fractionOf(text: string): Fraction {
  const [whole = '', behind = ''] = text.split('.');
  return { numerator: BigInt(`${whole}${behind}`), denominator: 10n ** BigInt(behind.length) };
}
