import { createDocument, type ZodOpenApiObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Operations } from '#shared/contracts/rest/_core/operation';
import { OPERATIONS } from '#shared/contracts/rest/operations';
import { VERSION } from '#shared/contracts/version';
import { FAILURES } from './answers.ts';
import { addExamples, describeFields } from './enrich.ts';
import { isObject, type Json, type JsonObject, objectAt } from './json.ts';
import { operationObject } from './operation-object.ts';
import { quickStart } from './quick-start.ts';
import { tagGroups, tagObjects } from './tags.ts';
import { tidySchema } from './tidy-schema.ts';
import { WEBHOOK_PATHS, WEBHOOK_SECURITY_SCHEMES } from './webhook-paths.ts';

const INFO = {
  title: 'Paddock',
  version: VERSION,
  license: { name: 'MIT', identifier: 'MIT' },
  description: [
    'Kubernetes clusters as a service on OpenStack. Customers order clusters and use them; operators register providers and clouds and sell offerings; programs hear of events. The collections below are sorted so. Each operation says who may call it. Names of resources, fields and states are those of Waldur’s API.',
    'The slash at the end of a path may be left out. A uuid may be written with or without dashes, and a reference in a body or filter may be the uuid of an object or its URL. An unknown query parameter is refused (400), and so is an unknown option or attribute of an order; other unknown fields of a body are ignored. Text is plain: control characters, line separators and marks that change the direction of writing are refused. Only descriptions may have several lines.',
    'A body may be JSON or, where it is flat, `application/x-www-form-urlencoded`. Lists are bare arrays with `Link` and `X-Result-Count`. At most 300 items are on a page (`page`, `page_size`). HEAD answers as GET without the body; OPTIONS says which methods a path has.',
    'Staff may act as another user by the header `X-Impersonated-User-Uuid`. A call may bring its own `X-Correlation-Id` (8 to 128 letters, digits and `.:-_`); it comes back and is in every log line that follows from the call.',
    quickStart(),
  ].join('\n\n'),
};

const SECURITY_SCHEMES = {
  apiToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Authorization: Token <key>`, with a key of `POST /api/api-tokens/`.',
  },
  oidc: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of the identity provider of this installation, or an API token.',
  },
} as const;

/** The path of a route as clients of Waldur write it; a file has no slash at its end. */
const pathOf = (collection: string, below: string): string =>
  `/api/${collection}${below}`.replace(/\/+/g, '/').replace(/(\.\w+)\/$/, '$1');

function pathsOf(collection: string, operations: Operations): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', below = ''] = key.split(' ');
    const path = pathOf(collection, below);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(collection, key, operation) };
  }
  return paths;
}

/** What the schemas say is completed by what the names of fields say, then everything gets an example. */
function complete(document: Json): JsonObject {
  const described = describeFields(document);
  if (!isObject(described)) throw new Error('the document is no object');
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

/** The OpenAPI 3.1 document of the API, from the operations beside the contracts (docs/decisions/0006-openapi-from-the-contracts.md). */
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
