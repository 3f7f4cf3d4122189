import { expect, test } from 'vitest';
import { openApiDocument } from '#infra/openapi/document';
import { isObject, type JsonObject, objectAt } from '#infra/openapi/json';
import { BOUND_OPTIONS } from '#shared/domain/marketplace/bound-options';
import { type DocumentOperation, documentOperations } from '#test/integration/api/tenancy/document-operations';
import { isReference } from '#test/integration/api/tenancy/references';
import { NAMED_OBJECTS } from './named-objects.ts';

/** Names of fields that contain a backend's id or name of an object. */
const NAMES_AN_OBJECT =
  /(?:^|_)(?:id|ids|image|keypair|flavor|network|networks|subnet|groups?|realm|namespace|bucket|folder|endpoint|credential|instance|snapshot|machines|nodegroup|zone|cloud|remove)(?:\[\])?$|(?:flavor|type|image|domain|namespace)_name$|^default_role$|volume_type$|^fixed_/;
/** Fields with such a name that name no object. */
const NO_OBJECT = ['event_groups[]', 'node_groups', 'time_zone', 'endpoints[]'];

/** Objects of a tenant that have a uuid of Paddock's. Their names are looked up in the tenant of the call. */
const OF_A_TENANT = /[Oo]ne of `[\w-]+` of the tenant: its uuid/;
const namesRecord = (schema: JsonObject): boolean =>
  isReference(schema) || (typeof schema.description === 'string' && OF_A_TENANT.test(schema.description));

const alternatives = (schema: JsonObject): JsonObject[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((name) => (Array.isArray(schema[name]) ? schema[name].filter(isObject) : []));

/** The paths of all text fields of a schema that are no references to records and no choices. */
function textFields(schema: JsonObject, way = ''): string[] {
  const isText = schema.type === 'string' || (Array.isArray(schema.type) && schema.type.includes('string'));
  const here = isText && schema.enum === undefined && !namesRecord(schema) ? [way] : [];
  const items = isObject(schema.items) ? textFields(schema.items, `${way}[]`) : [];
  const below = Object.entries(objectAt(schema, 'properties')).flatMap(([name, value]) =>
    isObject(value) ? textFields(value, way === '' ? name : `${way}.${name}`) : [],
  );
  return [...here, ...items, ...below, ...alternatives(schema).flatMap((one) => textFields(one, way))];
}

/** The references of a schema: a field that is a reference in one alternative is none in the others. */
function references(schema: JsonObject, way = ''): string[] {
  const here = namesRecord(schema) ? [way] : [];
  const items = isObject(schema.items) ? references(schema.items, `${way}[]`) : [];
  const below = Object.entries(objectAt(schema, 'properties')).flatMap(([name, value]) =>
    isObject(value) ? references(value, way === '' ? name : `${way}.${name}`) : [],
  );
  return [...here, ...items, ...below, ...alternatives(schema).flatMap((one) => references(one, way))];
}

const keysOf = ({ method, path }: DocumentOperation, way: string): string[] => [
  way.replace(/^attributes\./, ''),
  `${method} ${path} ${way}`,
];

async function namings(): Promise<{ operation: DocumentOperation; way: string }[]> {
  const operations = await documentOperations(JSON.stringify(openApiDocument()));
  return operations
    .filter(({ path }) => !path.startsWith('/webhooks/'))
    .flatMap((operation) => {
      const records = new Set(references(operation.bodySchema));
      const ways = new Set(textFields(operation.bodySchema).filter((way) => !records.has(way)));
      return [...ways].map((way) => ({ operation, way }));
    })
    .filter(({ way }) => {
      const last = way.split('.').at(-1) ?? '';
      return NAMES_AN_OBJECT.test(last) && !NO_OBJECT.includes(last);
    });
}

test('each field of a body that names an object of a backend says who judges whether the caller may name it', async () => {
  const found = await namings();
  const unjudged = found.filter(({ operation, way }) => !keysOf(operation, way).some((key) => key in NAMED_OBJECTS));
  expect(unjudged.map(({ operation: { method, path }, way }) => `${method} ${path} ${way}`)).toEqual([]);
  const used = new Set(found.flatMap(({ operation, way }) => keysOf(operation, way)));
  expect(Object.keys(NAMED_OBJECTS).filter((key) => !used.has(key))).toEqual([]);
});

test('each bound option that names an object of a backend is judged by its owner', () => {
  const isJudged = (name: string) => NAMED_OBJECTS[`plugin_options.${name}`] === 'owner';
  // The others are uuids of records, the names of ways to start an order, labels, and a switch.
  expect(Object.keys(BOUND_OPTIONS).filter((name) => !isJudged(name))).toEqual([
    ...['magnum_api', 'magnum_cloud', 'remote_offering_uuid', 'namespace_labels', 'default_no_gpu_quota'],
  ]);
});
