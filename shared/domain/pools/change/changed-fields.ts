import { isSameContent } from '../rendering/compact-json.ts';
import type { FieldRule } from './field-classes.ts';

/** Fields that are unordered lists. */
const UNORDERED: ReadonlySet<PropertyKey> = new Set(['roles', 'securityGroupIds']);

const comparable = (key: PropertyKey, value: unknown) => ({
  value: UNORDERED.has(key) && Array.isArray(value) ? value.toSorted() : value,
});

/**
 * The rules of the fields that differ. An empty field counts as an absent field, and the order of keys does not matter.
 */
export function changedFields<T extends object>(
  table: Readonly<Record<keyof T, FieldRule>>,
  before: T,
  after: T,
): FieldRule[] {
  const fields = Object.entries<FieldRule>(table) as [keyof T, FieldRule][];
  return fields
    .filter(([key]) => !isSameContent(comparable(key, before[key]), comparable(key, after[key])))
    .map(([, rule]) => rule);
}
