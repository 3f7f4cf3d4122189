import { isObject, type Json, type JsonObject, objectAt } from '#infra/openapi/json';
import { typesOf, variantsOf } from '#infra/openapi/request-fields';

/** A bound of a value, with a value at the bound and a value just above it (below it for a minimum). */
export type Bound = { keyword: string; at: Json; above: Json };

/** A value that the schema may take. It need not be valid in every other way. */
export function someValue(schema: JsonObject): Json {
  const { enum: values, const: value, examples, default: usual } = schema;
  if (value !== undefined) return value;
  if (Array.isArray(values)) return values[0] ?? null;
  if (Array.isArray(examples) && examples.length > 0) return examples[0] ?? null;
  if (usual !== undefined) return usual;
  const [variant] = variantsOf(schema);
  if (variant !== undefined) return someValue(variant);
  const [type] = typesOf(schema);
  if (type === 'string') return 'x';
  if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 1);
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  return Object.fromEntries(
    Object.entries(objectAt(schema, 'properties')).flatMap(([name, part]) =>
      isObject(part) && Array.isArray(schema.required) && schema.required.includes(name)
        ? [[name, someValue(part)]]
        : [],
    ),
  );
}

const keyed = (count: number, value: Json): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`k${number}`, value]));
/** A list without duplicates where that is possible, because some lists drop duplicates. */
const listOf = (count: number, item: Json, isFixed: boolean): Json[] =>
  Array.from({ length: count }, (_, number) => (typeof item === 'string' && !isFixed ? `${item}${number}` : item));
/** `n` is a letter of one byte in a body, and the text is not blank. */
const textOf = (length: number): string => 'n'.repeat(length);

/** The bounds that the schema itself declares, without those of its parts. */
export function boundsOf(schema: JsonObject): Bound[] {
  const { maxLength, maxItems, maximum, minimum, maxProperties } = schema;
  const item = isObject(schema.items) ? someValue(schema.items) : 'x';
  const isFixed = isObject(schema.items) && schema.items.enum !== undefined;
  const entry = isObject(schema.additionalProperties) ? someValue(schema.additionalProperties) : 'x';
  return [
    ...(typeof maxLength === 'number'
      ? [{ keyword: 'maxLength', at: textOf(maxLength), above: textOf(maxLength + 1) }]
      : []),
    ...(typeof maxItems === 'number'
      ? [{ keyword: 'maxItems', at: listOf(maxItems, item, isFixed), above: listOf(maxItems + 1, item, isFixed) }]
      : []),
    ...(typeof maximum === 'number' ? [{ keyword: 'maximum', at: maximum, above: maximum + 1 }] : []),
    ...(typeof minimum === 'number' ? [{ keyword: 'minimum', at: minimum, above: minimum - 1 }] : []),
    ...(typeof maxProperties === 'number'
      ? [{ keyword: 'maxProperties', at: keyed(maxProperties, entry), above: keyed(maxProperties + 1, entry) }]
      : []),
  ];
}

/** The body with this value at the place. Parts that the body lacks on the way are made. */
export function withValue(body: Json | undefined, [step, ...rest]: readonly string[], value: Json): Json {
  if (step === undefined) return value;
  if (step === '[]') {
    const [first, ...others] = Array.isArray(body) ? body : [];
    return [withValue(first, rest, value), ...others];
  }
  const object = isObject(body) ? body : {};
  const key = step === '{}' ? (Object.keys(object)[0] ?? 'k') : step;
  return { ...object, [key]: withValue(object[key], rest, value) };
}

/** The value at the place. Undefined if the body has none. */
export function valueAt(body: Json | undefined, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return body;
  if (step === '[]') return Array.isArray(body) ? valueAt(body[0], rest) : undefined;
  if (!isObject(body)) return undefined;
  return valueAt(body[step === '{}' ? (Object.keys(body)[0] ?? '') : step], rest);
}
