import { EXAMPLE_UUID } from './field-glossary.ts';
import { isObject, type Json, type JsonObject, objectAt } from './json.ts';

const first = (value: Json | undefined): Json | undefined => (Array.isArray(value) ? value[0] : undefined);
const BY_TYPE: Readonly<Record<string, Json>> = { integer: 1, number: 1, boolean: false, null: null };
const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-03-02T09:30:00.000Z',
  uri: 'https://rancher.example/',
};
/** A field with another pattern than a uuid's has its own example. */
const textOf = ({ pattern, format }: JsonObject): string =>
  (typeof pattern === 'string' && new RegExp(pattern).test(EXAMPLE_UUID) ? EXAMPLE_UUID : BY_FORMAT[String(format)]) ??
  'text';

/** A value that a JSON schema accepts, built from the examples of its parts. References are looked up in `schemas`. */
export function exampleOf(schema: JsonObject, schemas: JsonObject): Json {
  if (typeof schema.$ref === 'string')
    return exampleOf(objectAt(schemas, schema.$ref.split('/').at(-1) ?? ''), schemas);
  const said = first(schema.examples) ?? schema.const ?? first(schema.enum) ?? schema.default;
  if (said !== undefined && !isObject(schema.properties)) return said;
  const variant = first(schema.anyOf) ?? first(schema.oneOf);
  if (isObject(variant)) return exampleOf(variant, schemas);
  if (Array.isArray(schema.allOf)) {
    return Object.assign({}, ...schema.allOf.map((part) => (isObject(part) ? exampleOf(part, schemas) : {})));
  }
  return ofType(schema, schemas);
}

function ofType(schema: JsonObject, schemas: JsonObject): Json {
  const type = typeof schema.type === 'string' ? schema.type : first(schema.type);
  if (type === 'array') return isObject(schema.items) ? [exampleOf(schema.items, schemas)] : [];
  if (type === 'string') return textOf(schema);
  if (type !== 'object') return BY_TYPE[String(type)] ?? null;
  const properties = objectAt(schema, 'properties');
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const names = new Set([...Object.keys(properties), ...required]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const field = properties[name] ?? schema.additionalProperties;
      return isObject(field) ? [[name, exampleOf(field, schemas)]] : [];
    }),
  );
}
