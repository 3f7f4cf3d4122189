import { exampleUuid } from '#shared/contracts/rest/_core/example-uuid';
import { EXAMPLE_UUID, meaningOf, urlIn } from './field-glossary.ts';
import { isObject, type Json, type JsonObject, objectAt } from './json.ts';

function kindsOf(example: unknown): string[] {
  if (Array.isArray(example)) return ['array'];
  if (typeof example !== 'number') return [typeof example];
  return Number.isInteger(example) ? ['integer', 'number'] : ['number'];
}

/** Whether the example fits the type of the field. No example fits a field with fixed values (`enum` or `const`). */
function admits(field: JsonObject, example: unknown): boolean {
  const types = [field, ...(Array.isArray(field.anyOf) ? field.anyOf.filter(isObject) : [])].flatMap(({ type }) =>
    Array.isArray(type) ? type : [type],
  );
  const kinds = kindsOf(example);
  return field.enum === undefined && field.const === undefined && kinds.some((kind) => types.includes(kind));
}

function describeField(name: string, field: JsonObject): JsonObject {
  const meaning = meaningOf(name);
  if (meaning === undefined || !admits(field, meaning.examples[0])) return field;
  if (field.description !== undefined) return field;
  if (field.examples !== undefined)
    return meaning.description === undefined ? field : { description: meaning.description, ...field };
  return { ...JSON.parse(JSON.stringify(meaning)), ...field };
}

/**
 * Adds the glossary's entry to each field in all object schemas of the value. Existing keywords of a field are kept.
 */
export function describeFields(value: Json): Json {
  if (Array.isArray(value)) return value.map(describeFields);
  if (!isObject(value)) return value;
  const walked = Object.fromEntries(Object.entries(value).map(([name, below]) => [name, describeFields(below)]));
  if (!isObject(walked.properties)) return walked;
  const described = Object.entries(walked.properties).map(([name, field]) => [
    name,
    isObject(field) ? describeField(name, field) : field,
  ]);
  return { ...walked, properties: Object.fromEntries(described) };
}

/** Replaces `url` and `uuid` at the top of an example with values of the given collection. */
const atHome = (example: Json, collection: string): Json => {
  if (Array.isArray(example)) return example.map((item) => atHome(item, collection));
  return isObject(example) && typeof example.url === 'string'
    ? {
        ...example,
        url: String(urlIn(collection).examples[0]),
        ...(typeof example.uuid === 'string' && { uuid: exampleUuid(collection) }),
      }
    : example;
};

/** Adds an example to all media types in the value that have a schema but no example. */
export function addExamples(value: Json, schemas: JsonObject, collection: string): Json {
  if (Array.isArray(value)) return value.map((item) => addExamples(item, schemas, collection));
  if (!isObject(value)) return value;
  const media = objectAt(value, 'application/json');
  const walked = Object.entries(value).map(([name, below]) => [name, addExamples(below, schemas, collection)]);
  const hasOne = media.example !== undefined || media.examples !== undefined;
  if (!isObject(media.schema) || hasOne) return Object.fromEntries(walked);
  const example = atHome(exampleOf(media.schema, schemas), collection);
  return { ...Object.fromEntries(walked), 'application/json': { ...media, example } };
}

const first = (value: Json | undefined): Json | undefined => (Array.isArray(value) ? value[0] : undefined);
const BY_TYPE: Readonly<Record<string, Json>> = { integer: 1, number: 1, boolean: false, null: null };
const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-03-02T09:30:00.000Z',
  uri: 'https://rancher.example/',
};
/**
 * An example text. The text is a uuid or a time if the pattern or format requires a uuid or a time. For other patterns,
 * the schema itself must have an example.
 */
const textOf = ({ pattern, format }: JsonObject): string =>
  (typeof pattern === 'string' && new RegExp(pattern).test(EXAMPLE_UUID) ? EXAMPLE_UUID : BY_FORMAT[String(format)]) ??
  'text';

/** Makes a value that a JSON schema accepts, from the examples of its parts. References are looked up in `schemas`. */
function exampleOf(schema: JsonObject, schemas: JsonObject): Json {
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
