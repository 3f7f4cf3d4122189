/** The same keys with other values. */
export function mapValues<Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  map: (value: From, key: Key) => To,
): Record<Key, To> {
  const entries = Object.entries<From>(record).map(([key, value]) => [key, map(value, key as Key)]);
  return Object.fromEntries(entries) as Record<Key, To>;
}
