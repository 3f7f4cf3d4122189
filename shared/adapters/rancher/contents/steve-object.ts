import { z } from 'zod';

/** Rancher omits empty values or returns null. */
export const textOrEmpty = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
export const texts = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});
export const count = z
  .int()
  .nonnegative()
  .nullish()
  .transform((value) => value ?? 0);

export const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);
