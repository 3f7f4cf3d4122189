import type { z } from 'zod';

type Nullable<S> = { [K in keyof S]: S[K] extends z.ZodType ? z.ZodNullable<S[K]> : never };
/** The schema of a change of options. Null removes an option. */
export const nullable = <S extends Record<string, z.ZodType>>(shape: S) =>
  // The cast is safe. `Object.entries` loses the type of each key, but no key changes.
  Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, schema.nullable()])) as Nullable<S>;

/**
 * Merges changed options into an offering's options, key by key, like Waldur's `update_integration`. Options that the
 * change does not name stay as they are.
 */
export const mergedOptions = (options: object, change: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...options, ...change }).filter(([, value]) => value != null));
