export function mapValues<Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  map: (value: From, key: Key) => To,
): Record<Key, To> {
  const entries = Object.entries<From>(record).map(([key, value]) => [key, map(value, key as Key)]);
  return Object.fromEntries(entries) as Record<Key, To>;
}

/**
 * Looks up all keys at the same time. Returns the found values by key, and the errors of the keys whose lookup failed.
 */
export async function findEach<Key, Found>(
  keys: readonly Key[],
  find: (key: Key) => Promise<Found>,
): Promise<{ found: Map<Key, Found>; errors: unknown[] }> {
  const found = new Map<Key, Found>();
  const errors: unknown[] = [];
  const results = await Promise.allSettled(keys.map((key) => find(key)));
  for (const [index, key] of keys.entries()) {
    const result = results[index];
    if (result?.status === 'fulfilled') found.set(key, result.value);
    else errors.push(result?.reason);
  }
  return { found, errors };
}
