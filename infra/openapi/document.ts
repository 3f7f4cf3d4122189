import { readFileSync } from 'node:fs';
import { globalRegistry } from 'zod';
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { COLLECTIONS } from '#functions/api/segments';
import type { ApiOperations } from '#shared/contracts/rest/_core/operation';
import { rootView } from '#shared/contracts/rest/_root/root';
import { VERSION } from '#shared/contracts/version';
import { FAILURES } from './answers.ts';
import { addExamples, describeFields } from './enrich.ts';
import { isObject, type Json, type JsonObject, objectAt } from './json.ts';
import { operationObject } from './operation-object.ts';
import { OPERATIONS } from './operations.ts';
import { tagGroups, tagObjects } from './tags.ts';
import { WEBHOOK_PATHS, WEBHOOK_SECURITY_SCHEMES } from './webhook-paths.ts';

/**
 * The text of docs/quick-start.md becomes a part of the document's description, so each heading moves one level down.
 */
const quickStart = (): string =>
  readFileSync(new URL('../../docs/quick-start.md', import.meta.url), 'utf8').replace(/^#(?=#* [A-Z0-9])/gm, '##');

const INFO = {
  title: 'Paddock',
  version: VERSION,
  license: { name: 'MIT', identifier: 'MIT' },
  description: [
    'Kubernetes clusters as a service on OpenStack. Customers order clusters and use them. Operators register providers and clouds, and sell offerings. Programs receive events. The collections below are sorted into these groups. Each operation says who may call it. Names of resources, fields and states are those of Waldur’s API.',
    'The slash at the end of a path is optional. A uuid may have dashes or not. A reference in a body or filter is the uuid of an object or its URL. An unknown query parameter of a list is refused (400). So are unknown options, unknown attributes of orders, and unknown fields of nodes, pools, templates, timetables and upgrades. Other unknown fields of a body are ignored. Text is plain: control characters, line separators and marks that change the direction of writing are refused. Only longer texts may have several lines, such as descriptions and comments.',
    'A body is JSON. A flat body may also be `application/x-www-form-urlencoded`. Lists are plain arrays with the headers `Link` and `X-Result-Count`. A page has at most 300 items (`page`, `page_size`). HEAD answers as GET does, without the body. OPTIONS lists the methods of a path.',
    'Staff may act as another user with the header `X-Impersonated-User-Uuid`. If there is no active user with this uuid, the header is ignored. A call may have its own `X-Correlation-Id` (8 to 128 letters, digits and `.:-_`). The answer returns it, and every log line of the call contains it.',
    quickStart(),
  ].join('\n\n'),
};

const SECURITY_SCHEMES = {
  apiToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Authorization: Token <key>`. `POST /api/api-tokens/` gives the key.',
  },
  oidc: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of the identity provider of this installation, or an API token.',
  },
} as const;

/** The path of a route in the notation of Waldur's clients. Every path ends with a slash, except paths of files. */
const pathOf = (collection: string, below: string): string =>
  `/api/${collection}${below}`.replace(/\/+/g, '/').replace(/(\.\w+)\/$/, '$1');

function pathsOf(collection: string, operations: ApiOperations): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', below = ''] = key.split(' ');
    const path = pathOf(collection, below);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(collection, key, operation) };
  }
  return paths;
}

/** Adds descriptions from the field glossary to all fields, and then examples. */
function complete(document: Json): JsonObject {
  const described = describeFields(document);
  if (!isObject(described)) throw new Error('the OpenAPI document is not an object');
  const components = objectAt(described, 'components');
  const schemas = objectAt(components, 'schemas');
  const paths = Object.entries(objectAt(described, 'paths')).map(([path, item]) => [
    path,
    addExamples(item, schemas, path.split('/')[2] ?? ''),
  ]);
  return {
    ...described,
    paths: Object.fromEntries(paths),
    components: { ...components, responses: addExamples(objectAt(components, 'responses'), schemas, '') },
  };
}

/**
 * The OpenAPI 3.1 document. It is made from the operations in `shared/contracts`
 * (docs/decisions/0006-openapi-from-the-contracts.md).
 */
export function openApiDocument(): JsonObject {
  const paths = Object.entries(OPERATIONS).map(([collection, operations]) => pathsOf(collection, operations));
  const source: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/' }],
    security: [{ apiToken: [] }, { oidc: [] }],
    tags: tagObjects(),
    'x-tagGroups': tagGroups(),
    paths: Object.assign({}, ...paths, WEBHOOK_PATHS),
    components: { securitySchemes: { ...SECURITY_SCHEMES, ...WEBHOOK_SECURITY_SCHEMES }, responses: FAILURES },
  };
  return complete(JSON.parse(JSON.stringify(createDocument(source, { override: tidySchema }))));
}

type Rendered = Parameters<NonNullable<CreateDocumentOptions['override']>>[0];

/** Corrects JSON schemas of zod that are too strict or incomplete. */
function tidySchema({ zodSchema, jsonSchema, io }: Rendered): void {
  // Fields that are not in the schema are allowed, because new fields of a later version must not break clients that
  // validate answers by this document.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // zod gives every integer the bounds of JavaScript's safe integers, which are not limits of the API.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // The names of all collections are defined with the API's functions (`functions/api/segments.ts`). The contracts do
  // not know these names, so they are added here.
  if (zodSchema === rootView) {
    Object.assign(jsonSchema, { propertyNames: { type: 'string', enum: COLLECTIONS }, required: COLLECTIONS });
  }
  // zod drops the examples of schemas that transform their input, so the examples are added again.
  const examples = globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples = examples;
}
