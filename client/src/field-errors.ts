export type FieldError = {
  /** The path of the field in the body, as `attributes.nodes.1.flavor`. Empty for what concerns several fields. */
  field: string;
  message: string;
};

/** Names of the API for what concerns no single field. */
const OF_ALL_FIELDS = new Set(['non_field_errors', 'detail']);

/**
 * Reads the errors of an answer with the status 400, or of the dry run of an order: objects and lists of the form of
 * the body, with lists of sentences at the fields.
 */
export function fieldErrors(body: unknown, path: readonly string[] = []): FieldError[] {
  if (typeof body === 'string') return [{ field: path.join('.'), message: body }];
  if (Array.isArray(body)) return body.flatMap((item, index) => fieldErrors(item, placeIn(path, item, index)));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    fieldErrors(value, OF_ALL_FIELDS.has(name) ? path : [...path, name]),
  );
}

/** Sentences of a list belong to its field. Objects belong to the item with that index. */
const placeIn = (path: readonly string[], item: unknown, index: number): readonly string[] =>
  typeof item === 'string' ? path : [...path, String(index)];
