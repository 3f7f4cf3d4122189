import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { NEW_OFFERING_EXAMPLES } from '#shared/contracts/rest/marketplace/new-offering-example';
import { parseNewOffering } from '#shared/contracts/rest/marketplace/offering-body';
import { managedAttributesBody } from '#shared/contracts/rest/marketplace/orders/managed-attributes-body';
import { NEW_ORDER_EXAMPLES } from '#shared/contracts/rest/marketplace/orders/new-order-example';
import {
  limitsBody,
  siteAgentAttributesBody,
} from '#shared/contracts/rest/marketplace/site-agent-orders/site-agent-order-body';
import { openApiDocument } from './document.ts';
import { isObject, type Json, objectAt } from './json.ts';

const document = openApiDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'document');

type Shown = { pointer: string; example: Json };
const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Every example in a schema or in a media type, with a pointer to its schema. */
function examplesIn(value: Json, pointer = ''): Shown[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => examplesIn(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  const beside = isObject(value.schema) && value.example !== undefined;
  const named = isObject(value.schema) && isObject(value.examples) ? Object.values(value.examples) : [];
  const several = named.map((item) => ({
    pointer: `${pointer}/schema`,
    example: objectAt({ item }, 'item').value ?? null,
  }));
  const inside = Array.isArray(value.examples) ? value.examples.map((example) => ({ pointer, example })) : [];
  const below = Object.entries(value)
    .filter(([name]) => name !== 'example' && name !== 'examples')
    .flatMap(([name, item]) => examplesIn(item, `${pointer}/${escaped(name)}`));
  const one = beside ? [{ pointer: `${pointer}/schema`, example: value.example ?? null }] : [];
  return [...one, ...several, ...inside, ...below];
}

const schemaAt = (pointer: string): Json | undefined =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((value, name) => {
      if (Array.isArray(value)) return value[Number(name)];
      return isObject(value) ? value[name] : undefined;
    }, document);

test('an HTML page is documented as HTML, also when its link is not valid', () => {
  const { post } = objectAt(objectAt(document, 'paths'), '/api/hooks-email/{uuid}/stop/');
  const { 200: done, 400: refused } = objectAt(isObject(post) ? post : {}, 'responses');
  const { $ref } = isObject(refused) ? refused : {};
  const invalid = objectAt(
    objectAt(objectAt(document, 'components'), 'responses'),
    String($ref).split('/').at(-1) ?? '',
  );
  expect([done, invalid]).toMatchObject([{ content: { 'text/html': {} } }, { content: { 'text/html': {} } }]);
});

test('an independent validator accepts the document as OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
});

test('every example is valid by its schema', () => {
  const all = examplesIn(document);
  expect(all.length).toBeGreaterThan(300);
  // Many operations share a schema and its example, so each pair is checked only once.
  const shown = [...new Map(all.map((one) => [JSON.stringify([schemaAt(one.pointer), one.example]), one])).values()];
  const wrong = shown.filter(({ pointer, example }) => !ajv.validate(`document#${pointer}`, example));
  expect(wrong).toEqual([]);
});

test('the API accepts the documented examples of offerings and orders of all types', () => {
  for (const offering of Object.values(NEW_OFFERING_EXAMPLES))
    expect(parseNewOffering(offering).name).toBe(offering.name);
  expect(parseBody(managedAttributesBody, NEW_ORDER_EXAMPLES.managed.attributes)).toMatchObject({
    workerNodesCount: 3,
  });
  const { attributes, limits } = NEW_ORDER_EXAMPLES.site_agent;
  expect(parseBody(siteAgentAttributesBody, attributes)).toMatchObject(attributes);
  expect(parseBody(limitsBody, limits)).toEqual(limits);
  const bodyOf = (path: string) => {
    const { paths = {} } = document;
    const body = objectAt(objectAt(objectAt(objectAt({ paths }, 'paths'), path), 'post'), 'requestBody');
    return objectAt(objectAt(objectAt(body, 'content'), 'application/json'), 'examples');
  };
  expect(Object.keys(bodyOf('/api/marketplace-orders/'))).toEqual([
    ...['self_managed', 'pools', 'managed', 'projects', 'site_agent'],
  ]);
  expect(Object.keys(bodyOf('/api/marketplace-orders/plan/'))).toEqual([
    ...['self_managed', 'pools', 'managed', 'projects'],
  ]);
  const offered = Object.keys(bodyOf('/api/marketplace-provider-offerings/'));
  expect(offered).toEqual(['self_managed', 'cloud', 'managed', 'projects', 'site_agent']);
});

function mediaTypesIn(value: Json): [string, Json][] {
  if (Array.isArray(value)) return value.flatMap(mediaTypesIn);
  if (!isObject(value)) return [];
  const own = isObject(value.content) ? Object.entries(value.content) : [];
  return [...own, ...Object.values(value).flatMap(mediaTypesIn)];
}

test('every JSON body has a schema that is not empty, and an example', () => {
  const bodies = mediaTypesIn(document).filter(([type]) => type === 'application/json');
  expect(bodies.length).toBeGreaterThan(90);
  for (const [, body] of bodies) {
    expect(body).toHaveProperty('schema');
    expect(Object.keys(Object(body)).filter((key) => key.startsWith('example'))).toHaveLength(1);
    expect(Object.keys(isObject(body) && isObject(body.schema) ? body.schema : {})).not.toEqual([]);
  }
});

test('every operation id is unique', () => {
  const ids = JSON.stringify(document).match(/"operationId":"\w+"/g) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('"operationId":"marketplace_orders_approve_by_consumer"');
});
