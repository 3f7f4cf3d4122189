import type { z } from 'zod';

/** What a number counts, as the document writes it. */
export type Unit = 'seconds' | 'minutes' | 'MB' | 'GB';
/** Prices of a plan. A component that is not named is free. */
export const PRICES =
  'Price of one hour of each component, as text: `cpu_hours` of one vCPU, `ram_hours` and `storage_hours` of one GB. Default: free.';

type Value = string | number | boolean | readonly unknown[];

/** The text of an option or attribute in the OpenAPI document: its meaning, unit, default and an example. */
export type FieldText = {
  /** Sentences. */
  is: string;
  /** Only for a number that measures something. */
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
 * Adds the document's text to each field of a schema.
 * @param texts one for each field; otherwise it does not compile
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
  // Object.entries loses the type of each key; meta() returns a schema of the same type
  return Object.fromEntries(entries) as S;
}
