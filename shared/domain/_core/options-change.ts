import type { z } from 'zod';

type Nullable<S> = { [K in keyof S]: S[K] extends z.ZodType ? z.ZodNullable<S[K]> : never };
/** The fields of options, each of which null takes away. */
export const nullable = <S extends Record<string, z.ZodType>>(shape: S) =>
  // Object.entries forgets which key has which schema; nullable() changes no key
  Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, schema.nullable()])) as Nullable<S>;

/** What is not named stays: an offering's options are merged key by key, as Waldur's `update_integration` does. */
export const mergedOptions = (options: object, change: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...options, ...change }).filter(([, value]) => value != null));
