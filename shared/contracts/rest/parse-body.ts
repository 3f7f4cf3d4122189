import type { z } from 'zod';
import { Invalid } from '../../errors.ts';
import { notADictionary, TEXT, waldurErrors } from './waldur-texts.ts';

/** Reads a request body; throws Invalid with Waldur's texts. Unknown fields are ignored, as there. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  if (body === null) throw new Invalid({ non_field_errors: [TEXT.noData] });
  if (typeof body !== 'object' || Array.isArray(body)) throw new Invalid({ non_field_errors: [notADictionary(body)] });
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw new Invalid(waldurErrors(parsed.error), parsed.error);
  return parsed.data;
}
