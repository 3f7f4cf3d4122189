import { z } from 'zod';

/** A text that Rancher may leave out, or return as null, when the text is empty. */
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
