import type { z } from 'zod';

/** What a number counts, in the words of the document. */
export type Unit = 'seconds' | 'minutes' | 'MB' | 'GB';
/** Of plans; a component that is not named costs nothing. */
export const PRICES =
  'Price of an hour of each component, as text: `cpu_hours` of a vCPU, `ram_hours` and `storage_hours` of a GB. Default: nothing.';

type Value = string | number | boolean | readonly unknown[];

/** What the OpenAPI document says of an option or attribute: what it is, in which unit, what holds without it, and an example. */
export type FieldText = {
  /** Sentences. */
  is: string;
  /** Of a number that measures something. */
  unit?: Unit;
  example: unknown;
} & ({ required: true } | { default: Value } | { without: string });

const shown = (value: Value): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** The sentences of a field, unit and default included. */
export function sentencesOf(text: FieldText): string {
  const unit = text.unit === undefined ? '' : ` In ${text.unit}.`;
  if ('default' in text) return `${text.is}${unit} Default: ${shown(text.default)}.`;
  return 'without' in text ? `${text.is}${unit} Without it: ${text.without}.` : `${text.is}${unit}`;
}

/**
 * The fields of a schema, each with what the document says of it.
 * @param texts one for each field, or it does not compile
 */
export function described<S extends Readonly<Record<string, z.ZodType>>>(
  shape: S,
  texts: Readonly<Record<keyof S & string, FieldText>>,
): S {
  const byName: Readonly<Record<string, FieldText>> = texts;
  const entries = Object.entries(shape).map(([name, schema]) => {
    const text = byName[name];
    return [
      name,
      text === undefined ? schema : schema.meta({ description: sentencesOf(text), examples: [text.example] }),
    ];
  });
  // Object.entries forgets which key has which schema; meta() changes no schema
  return Object.fromEntries(entries) as S;
}
