/** Equal states give equal text: keys are sorted, and so are the top-level lists (by id, else name, else content). */
export function canonical(state: Record<string, unknown>): Record<string, unknown> {
  const lists = Object.entries(state).map(([kind, value]) => [kind, Array.isArray(value) ? sortRows(value) : value]);
  return sortRecord(Object.fromEntries(lists));
}

function sortRows(rows: unknown[]): unknown[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

function keyOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return String(row);
  const label = 'id' in row ? row.id : 'name' in row ? row.name : '';
  return `${label} ${JSON.stringify(sortKeys(row))}`;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  return typeof value === 'object' && value !== null ? sortRecord(value) : value;
}

function sortRecord(record: object): Record<string, unknown> {
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
