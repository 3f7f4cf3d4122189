import { expect, test } from 'vitest';
import { openApiDocument } from './document.ts';
import { isObject, type Json, type JsonObject, objectAt } from './json.ts';

const document = openApiDocument();
const schemas = objectAt(objectAt(document, 'components'), 'schemas');
type Field = { way: string; name: string; schema: JsonObject };

const variantsOf = (schema: JsonObject): JsonObject[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((name) => {
    const variants = schema[name];
    return Array.isArray(variants) ? variants.filter(isObject) : [];
  });
const resolved = ({ $ref, ...schema }: JsonObject): JsonObject =>
  typeof $ref === 'string' ? objectAt(schemas, $ref.split('/').at(-1) ?? '') : schema;

/** All fields of a schema, including the fields of its variants, items and nested objects. */
function fieldsIn(given: JsonObject, way: string): Field[] {
  const schema = resolved(given);
  const own = Object.entries(objectAt(schema, 'properties')).flatMap(([name, field]) =>
    isObject(field)
      ? [{ way: `${way}.${name}`, name, schema: resolved(field) }, ...fieldsIn(field, `${way}.${name}`)]
      : [],
  );
  const below = [schema.items, schema.additionalProperties].filter(isObject);
  return [...own, ...[...variantsOf(schema), ...below].flatMap((part) => fieldsIn(part, way))];
}

type Operation = { name: string; operation: JsonObject };
const operations: Operation[] = Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
  Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) =>
    isObject(operation) ? [{ name: `${method.toUpperCase()} ${path}`, operation }] : [],
  ),
);
const jsonIn = (body: JsonObject): JsonObject =>
  objectAt(objectAt(objectAt(body, 'content'), 'application/json'), 'schema');
const sent = operations.flatMap(({ name, operation }) => fieldsIn(jsonIn(objectAt(operation, 'requestBody')), name));
const shown = operations.flatMap(({ name, operation }) =>
  Object.values(objectAt(operation, 'responses'))
    .filter(isObject)
    .flatMap((answer) => fieldsIn(jsonIn(answer), name)),
);

const wayOf = ({ way }: Field): string => way;
const isDescribed = ({ schema }: Field): boolean => typeof schema.description === 'string' && schema.description !== '';

test('every field that a body may have is described', () => {
  expect(sent.length).toBeGreaterThan(200);
  expect(sent.filter((field) => !isDescribed(field)).map(wayOf)).toEqual([]);
});

test('every parameter is described', () => {
  const parameters = operations.flatMap(({ name, operation: { parameters = [] } }) =>
    (Array.isArray(parameters) ? parameters.filter(isObject) : []).map((parameter) => ({ name, parameter })),
  );
  expect(parameters.length).toBeGreaterThan(400);
  const bare = parameters.filter(
    ({ parameter }) => !parameter.description && !objectAt(parameter, 'schema').description,
  );
  expect(bare.map(({ name, parameter }) => `${name}: ${parameter.name}`)).toEqual([]);
});

/** Matches the fields that need an example: options, and attributes of orders. */
const OPTIONS = /\.(options|plugin_options|attributes)\.|^POST \/api\/rancher-(clusters|nodes)\/\.|\/add_node\/\./;
const options = sent.filter(({ way }) => OPTIONS.test(way) && !way.includes('resource_options'));

test('every option of a provider, a cloud or an offering, and every attribute of an order, has an example', () => {
  const names = new Set(options.map(({ name }) => name));
  for (const name of ['vault_port', 'etcd_members', 'external_network_id', 'data_volumes', 'worker_nodes_count'])
    expect(names).toContain(name);
  const bare = options.filter(
    ({ schema }) => !Array.isArray(schema.examples) && !/^Ignored/.test(String(schema.description)),
  );
  expect(bare.map(wayOf)).toEqual([]);
});

const types = (schema: JsonObject): Json[] => [schema, ...variantsOf(schema)].flatMap(({ type }) => type ?? []);
const isNumber = ({ schema }: Field): boolean => types(schema).some((type) => type === 'integer' || type === 'number');
/** Names of fields that hold sizes or times. */
const MEASURED =
  /(^|_)(size|disk|ram|memory|storage|ttl|timeout|interval|frequency|period|seconds|minutes|expires_in)(_|$)/;
/** Fields that contain a number of machines, although their names look like sizes. The names come from Magnum. */
const COUNTS = ['max_batch_size'];
const UNIT = /\b(seconds|minutes|hours|days|bytes|MB|GB)\b/i;

test('every size or time names its unit', () => {
  const measured = [...sent, ...shown].filter(
    (field) => MEASURED.test(field.name) && !COUNTS.includes(field.name) && isNumber(field),
  );
  expect(measured.length).toBeGreaterThan(40);
  expect(measured.filter(({ schema }) => !UNIT.test(String(schema.description))).map(wayOf)).toEqual([]);
});
