import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { notADictionary, TEXT, waldurErrors } from './waldur-texts.ts';

/** Parses a request body. Throws Invalid with Waldur's error texts. As in Waldur, unknown fields are ignored. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  if (body === null) throw new Invalid({ non_field_errors: [TEXT.noData] });
  if (typeof body !== 'object' || Array.isArray(body)) throw new Invalid({ non_field_errors: [notADictionary(body)] });
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw new Invalid(waldurErrors(parsed.error), parsed.error);
  return parsed.data;
}

/** Parses a body that is a list. The error body has one entry for each item. */
export function parseList<T>(item: z.ZodType<T[]>, body: unknown): T[] {
  const parsed = z.object({ list: item }).safeParse({ list: body }, { reportInput: true });
  if (parsed.success) return parsed.data.list;
  const { list = [] } = waldurErrors(parsed.error);
  const isOfAll = Array.isArray(list) && list.every((error) => typeof error === 'string');
  throw new Invalid(isOfAll || typeof list === 'string' ? { non_field_errors: list } : list, parsed.error);
}
