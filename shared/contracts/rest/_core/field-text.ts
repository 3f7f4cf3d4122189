import type { z } from 'zod';
import { isRootField } from './root-fields.ts';

/** The unit of a number, in the spelling of the OpenAPI document. */
export type Unit = 'seconds' | 'minutes' | 'MB' | 'GB';
/** Description of the prices of a plan. A component without a price is free. */
export const PRICES =
  'Price of one hour of each component, as text: `cpu_hours` of one vCPU, `ram_hours` and `storage_hours` of one GB. A component without a price is free.';

type Value = string | number | boolean | readonly unknown[];

/** The text of an option or attribute in the OpenAPI document: its meaning, unit, default and an example. */
export type FieldText = {
  /** One or more sentences that explain the field. */
  is: string;
  /** Present only if the field is a number with a unit. */
  unit?: Unit;
  example: unknown;
} & ({ required: true } | { default: Value } | { without: string });

const shown = (value: Value): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** The whole description of a field, with unit and default. */
export function sentencesOf(text: FieldText): string {
  const unit = text.unit === undefined ? '' : ` In ${text.unit}.`;
  if ('default' in text) return `${text.is}${unit} Default: ${shown(text.default)}.`;
  return 'without' in text ? `${text.is}${unit} Without it: ${text.without}.` : `${text.is}${unit}`;
}

const descriptionOf = (schema: z.ZodType, text: FieldText): string =>
  isRootField(schema) ? `${sentencesOf(text)} ${WHO_SETS_ROOT_FIELDS}` : sentencesOf(text);

const WHO_SETS_ROOT_FIELDS =
  'Whoever sets it controls the cluster. So only owners of the customer and managers of the project may set it, or approve an order with it.';

/**
 * Adds a description and an example to each field of a schema. A field that is as good as root also says who may set
 * it.
 * @param texts a text for each field; a missing text is an error at compile time
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
      text === undefined ? schema : schema.meta({ description: descriptionOf(schema, text), examples: [text.example] }),
    ];
  });
  // TypeScript does not keep the types of the keys here. The cast is safe, because meta() returns a schema of the same
  // type.
  return Object.fromEntries(entries) as S;
}

/**
 * Turns descriptions of a new object's fields into descriptions for a change. In a change, a field that is left out
 * keeps its value.
 */
export function changeTexts<K extends string>(texts: Readonly<Record<K, FieldText>>): Record<K, FieldText> {
  const entries = Object.entries<FieldText>(texts).map(([name, { is, unit, example }]) => [
    name,
    { is, example, ...(unit && { unit }), without: 'the value stays' },
  ]);
  // TypeScript does not keep the types of the keys here.
  return Object.fromEntries(entries) as Record<K, FieldText>;
}
