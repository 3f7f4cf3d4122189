import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type StoredRow = Record<string, AttributeValue>;

function sizeOf(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.replace(/[-.]/g, '').length / 2) + 1;
  if (value.L !== undefined) return value.L.reduce((sum, item) => sum + 1 + sizeOf(item), 3);
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + rowSize(value.M);
  return value.B?.byteLength ?? 1;
}

/** Bytes of a row, as DynamoDB counts them: names and values. */
export const rowSize = (row: StoredRow): number =>
  Object.entries(row).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);
