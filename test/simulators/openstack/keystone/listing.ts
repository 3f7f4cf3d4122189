/** Keystone's list envelope, filtered by equality on the row's own fields; `tags` wants all of its words. */
export function keystoneList(key: string, rows: object[], query: Record<string, unknown>, self: string) {
  const wanted = Object.entries(query).filter(([, value]) => typeof value === 'string');
  const kept = rows.filter((row) => wanted.every(([field, value]) => matches(row, field, String(value))));
  return { [key]: kept, links: { next: null, self, previous: null } };
}

function matches(row: object, field: string, wanted: string): boolean {
  const value: unknown = new Map(Object.entries(row)).get(field);
  if (value === undefined) return true;
  if (Array.isArray(value)) return wanted.split(',').every((word) => value.includes(word));
  return String(value).toLowerCase() === wanted.toLowerCase();
}
