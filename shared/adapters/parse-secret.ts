import type { z } from 'zod';
import { Misconfigured } from '../errors.ts';

/** A secret's JSON text as its schema says. Throws Misconfigured naming whose it is, never what is in it. */
export function parseSecret<T>(schema: z.ZodType<T>, text: string | undefined, owner: string): T {
  if (text === undefined) throw new Misconfigured(`The secret of ${owner} is missing from the secret store.`);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // No cause: a parser's error may quote the secret.
    throw new Misconfigured(`The secret of ${owner} is not in the form it should have.`);
  }
}
