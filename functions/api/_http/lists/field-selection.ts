import { z } from 'zod';

const objectBody = z.record(z.string(), z.unknown());

function select(item: unknown, wanted: ReadonlySet<string>): unknown {
  const body = objectBody.parse(item);
  const kept = Object.entries(body).filter(([name]) => wanted.has(name));
  return kept.length === 0 ? body : Object.fromEntries(kept);
}

/**
 * `field=a&field=b` selects fields of a body, or of each item of a list. Only unknown names select all fields
 * (docs/spec/waldur-http.md#lists).
 */
export function selectFields(query: URLSearchParams, body: unknown): unknown {
  const wanted = new Set(query.getAll('field'));
  if (wanted.size === 0) return body;
  return Array.isArray(body) ? body.map((item) => select(item, wanted)) : select(body, wanted);
}
