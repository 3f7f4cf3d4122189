import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type StoredRow = Record<string, AttributeValue>;

/**
 * Bytes of a number. From the point outwards, each pair of digits takes one byte. Pairs `00` at both ends are not
 * counted. The exponent takes one more byte, and a minus sign takes one more.
 */
function numberSize(text: string): number {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const pairs = `${whole.length % 2 ? '0' : ''}${whole}${fraction}${fraction.length % 2 ? '0' : ''}`;
  const kept = pairs.replace(/^(00)+/, '').replace(/(00)+$/, '');
  return kept.length / 2 + 1 + (text.startsWith('-') ? 1 : 0);
}

function sizeOf(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberSize(value.N);
  if (value.L !== undefined) return value.L.reduce((sum, item) => sum + 1 + sizeOf(item), 3);
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + rowSize(value.M);
  return value.B?.byteLength ?? 1;
}

/** Bytes of a row, as DynamoDB counts them: names and values. */
export const rowSize = (row: StoredRow): number =>
  Object.entries(row).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);
