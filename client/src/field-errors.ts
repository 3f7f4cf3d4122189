export type FieldError = {
  /**
   * The path of the field in the body, for example `attributes.nodes.1.flavor`. Empty if the error concerns several
   * fields.
   */
  field: string;
  message: string;
};

/** Keys that the API uses for errors that belong to no single field. */
const OF_ALL_FIELDS = new Set(['non_field_errors', 'detail']);

/**
 * Reads the errors of an answer with the status 400, or of the dry run of an order. The errors have the same structure
 * as the request's body, with a list of messages at each field.
 */
export function fieldErrors(body: unknown, path: readonly string[] = []): FieldError[] {
  if (typeof body === 'string') return [{ field: path.join('.'), message: body }];
  if (Array.isArray(body)) return body.flatMap((item, index) => fieldErrors(item, placeIn(path, item, index)));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    fieldErrors(value, OF_ALL_FIELDS.has(name) ? path : [...path, name]),
  );
}

/**
 * Returns the path to which one entry of an error list belongs. A string is a message about the whole field at `path`.
 * An object has the errors of one item of the request's list, at the same index.
 */
const placeIn = (path: readonly string[], item: unknown, index: number): readonly string[] =>
  typeof item === 'string' ? path : [...path, String(index)];
