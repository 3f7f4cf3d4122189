/** JSON with sorted keys and without absent values. Equal records have equal texts. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Whether two records are equal. The order of keys is ignored, because DynamoDB changes it. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}
