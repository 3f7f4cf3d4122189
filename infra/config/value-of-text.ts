import { z } from 'zod';

const flag = z.stringbool();

function kindOf(schema: z.core.$ZodType): string {
  const { def } = schema._zod;
  return 'innerType' in def && def.innerType instanceof z.core.$ZodType ? kindOf(def.innerType) : def.type;
}

function valueOfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const numberOf = (text: string): unknown => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text));

const READERS: Partial<Record<string, (text: string) => unknown>> = {
  number: numberOf,
  literal: numberOf,
  boolean: (text) => flag.safeParse(text).data ?? text,
  array: (text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  object: valueOfJson,
  record: valueOfJson,
};

/**
 * What a text of the environment or of the command line stands for in a field. A text that stands for nothing there stays a text, which
 * the field then refuses as it was given.
 */
export const valueOfText = (schema: z.ZodType, text: string): unknown => READERS[kindOf(schema)]?.(text) ?? text;
