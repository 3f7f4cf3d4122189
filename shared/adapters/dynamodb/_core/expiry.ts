import { TTL_ATTRIBUTE } from '#shared/contracts/table';
import { nowSeconds, type Row, type Table } from './table.ts';
import type { Condition } from './write-rows.ts';

/** The TTL attribute of a row that expires at the time `at`. */
export function expiresAt(at: string): Row {
  return { [TTL_ATTRIBUTE]: Math.floor(Date.parse(at) / 1000) };
}

/** The TTL attribute of a row that expires `seconds` after the time `at`. */
export function expiresAfter(at: string, seconds: number): Row {
  return { [TTL_ATTRIBUTE]: Math.floor(Date.parse(at) / 1000) + seconds };
}

/**
 * Condition that the row has this value and has not expired. If several callers remove the row under this condition,
 * only one of them succeeds.
 */
export function stillThere(table: Table, attribute: string, value: string): Condition {
  return {
    expression: '#value = :value AND #expiry > :now',
    names: { '#value': attribute, '#expiry': TTL_ATTRIBUTE },
    values: { ':value': value, ':now': nowSeconds(table) },
  };
}

/** Condition that the row does not exist, or has expired and DynamoDB has not removed it yet. */
export function absentOrExpired(table: Table): Condition {
  return {
    expression: 'attribute_not_exists(#pk) OR #expiry <= :now',
    names: { '#pk': 'pk', '#expiry': TTL_ATTRIBUTE },
    values: { ':now': nowSeconds(table) },
  };
}
