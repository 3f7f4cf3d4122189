import { TTL_ATTRIBUTE } from '#shared/contracts/table';
import { nowSeconds, type Row, type Table } from './table.ts';
import type { Condition } from './write-rows.ts';

/** The TTL attribute of a row that is gone from `at` on. */
export function expiresAt(at: string): Row {
  return { [TTL_ATTRIBUTE]: Math.floor(Date.parse(at) / 1000) };
}

/** The TTL attribute of a row that is gone so long after `at`. */
export function expiresAfter(at: string, seconds: number): Row {
  return { [TTL_ATTRIBUTE]: Math.floor(Date.parse(at) / 1000) + seconds };
}

/** Holds for a row with this value that has not expired: whoever removes it under this condition is the one who took it. */
export function stillThere(table: Table, attribute: string, value: string): Condition {
  return {
    expression: '#value = :value AND #expiry > :now',
    names: { '#value': attribute, '#expiry': TTL_ATTRIBUTE },
    values: { ':value': value, ':now': nowSeconds(table) },
  };
}

/** Holds when there is no such row, or one that DynamoDB has not removed yet. */
export function absentOrExpired(table: Table): Condition {
  return {
    expression: 'attribute_not_exists(#pk) OR #expiry <= :now',
    names: { '#pk': 'pk', '#expiry': TTL_ATTRIBUTE },
    values: { ':now': nowSeconds(table) },
  };
}
