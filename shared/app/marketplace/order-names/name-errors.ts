import { type Found, isName, type NamedThing, onlyNamed } from '#shared/domain/_core/named-object';
import type { FieldErrors } from '#shared/errors';

/** Field errors of a body, or of an object inside the body. */
export type Errors = Record<string, FieldErrors[string]>;

/**
 * `list` returns the objects among which the name is searched. It returns undefined when these objects cannot be read;
 * then the name is not replaced.
 */
type Wanted = { what: string; list: () => Promise<readonly NamedThing[] | undefined> };

/**
 * Replaces a name by the uuid of the object with that name. Adds an error to `errors` when no object or several objects
 * have the name.
 */
export async function withUuid(value: unknown, { what, list }: Wanted): Promise<Found | undefined> {
  if (!isName(value)) return undefined;
  const things = await list();
  return things && onlyNamed(value, things, what);
}

/**
 * Replaces the names in the fields of `wanted`. When no object has the name, the name stays and an error is recorded.
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
