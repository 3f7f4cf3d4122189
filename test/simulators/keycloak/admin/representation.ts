import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AdminError, notSimulated } from './admin-error.ts';

/** One kind of object of the admin API, with every field that the real server knows. */
export interface Representation<Shape extends z.ZodRawShape> {
  /** The name of the kind in error messages, e.g. `RealmRepresentation`. */
  kind: string;
  /** Fields that have an effect in the simulator. */
  simulated: z.ZodObject<Shape>;
  /**
   * Fields without an effect in the simulator, with their default values. If a request sets such a field, the simulator
   * only stores the value.
   */
  kept: Record<string, unknown>;
  /** Fields without a simulated effect, with the only value that is accepted. */
  fixed: Record<string, unknown>;
  /** Fields that the real server returns, but ignores in requests. */
  unread: readonly string[];
}

/** The real server treats a field with the value null like an absent field. */
const withoutNulls = (body: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/**
 * The fields of a body.
 * @throws AdminError 400 for a field that the real server does not know or that has another type, 501 for a field that
 * is not simulated
 */
export function readRepresentation<Shape extends z.ZodRawShape>(
  body: unknown,
  { kind, simulated, kept, fixed, unread }: Representation<Shape>,
): { given: z.infer<z.ZodObject<Shape>>; kept: Record<string, unknown> } {
  const object = z.record(z.string(), z.unknown()).safeParse(body ?? {});
  if (!object.success) throw unparsed();
  const fields = withoutNulls(object.data);
  const known = new Set([...Object.keys({ ...simulated.shape, ...kept, ...fixed }), ...unread]);
  const unknown = Object.keys(fields).find((name) => !known.has(name));
  if (unknown !== undefined) throw unrecognized(kind, unknown);
  for (const [name, only] of Object.entries(fixed)) {
    if (name in fields && !isSame(fields[name], only)) throw notSimulated(`${name} of ${kind} other than its default`);
  }
  const read = simulated.safeParse(fields);
  if (!read.success) throw unparsed();
  const keptFields = Object.entries(fields).filter(([name]) => name in kept);
  return { given: read.data, kept: Object.fromEntries(keptFields) };
}

const unparsed = (): AdminError => new AdminError(400, 'unknown_error', 'error', 'Cannot parse the JSON');

export const unrecognized = (kind: string, field: string): AdminError =>
  new AdminError(400, `Invalid json representation for ${kind}. Unrecognized field "${field}" at line 1 column 1.`);

/** Lists of names have no order, so they are compared as sets. */
function isSame(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? isDeepStrictEqual(new Set(a), new Set(b)) : isDeepStrictEqual(a, b);
}
