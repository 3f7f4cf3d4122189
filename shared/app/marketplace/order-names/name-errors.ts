import { type Found, isName, type NamedThing, onlyNamed } from '#shared/domain/_core/named-object';
import type { FieldErrors } from '#shared/errors';

/** Errors in a request body, or in an object inside the body, by the name of the field. */
export type Errors = Record<string, FieldErrors[string]>;

/**
 * Describes the objects to which a name may refer. `what` is the word for these objects in error texts. `list` returns
 * all of these objects, or undefined if they cannot be read. In that case, the name is not resolved.
 */
type Wanted = { what: string; list: () => Promise<readonly NamedThing[] | undefined> };

/**
 * Finds the uuid of the object with the given name. Returns an error when no object or several objects have the name.
 * Returns undefined when the value is not a name, or when the objects cannot be read.
 */
export async function withUuid(value: unknown, { what, list }: Wanted): Promise<Found | undefined> {
  if (!isName(value)) return undefined;
  const things = await list();
  return things && onlyNamed(value, things, what);
}

/**
 * Replaces names by uuids in the fields of `body` that `wanted` lists. A name that matches no object or several objects
 * stays in its field. `errors` then gets an error for this field.
 */
export async function withUuids(
  body: Dictionary,
  wanted: Readonly<Record<string, Wanted>>,
  errors: Errors,
): Promise<Dictionary> {
  const resolved: Dictionary = { ...body };
  for (const [field, one] of Object.entries(wanted)) {
    const found = await withUuid(body[field], one);
    if (found && 'uuid' in found) resolved[field] = found.uuid;
    if (found && 'error' in found) errors[field] = [found.error];
  }
  return resolved;
}

export type Dictionary = Record<string, unknown>;

export const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
