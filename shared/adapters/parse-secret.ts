import type { z } from 'zod';
import { Misconfigured } from '../errors.ts';

/** Parses a secret's JSON text. Throws Misconfigured naming its owner, never its contents. */
export function parseSecret<T>(schema: z.ZodType<T>, text: string | undefined, owner: string): T {
  if (text === undefined) throw new Misconfigured(`The secret of ${owner} is missing from the secret store.`);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // Without the cause: a parser's error may quote the secret.
    throw new Misconfigured(`The secret of ${owner} is not in the form it should have.`);
  }
}
