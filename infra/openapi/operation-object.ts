import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { exampleUuid } from '#shared/contracts/rest/_core/example-uuid';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import { type Rule, type RuleName, ruleOf } from '#shared/domain/organizations/permission';
import { CORRELATION, failuresOf } from './answers.ts';
import { queryParametersOf, UUID_PATTERN } from './query-parameters.ts';

const VERBS: Readonly<Record<string, string>> = {
  GET: 'retrieve',
  POST: 'create',
  PUT: 'update',
  PATCH: 'partial_update',
  DELETE: 'destroy',
};

/**
 * Builds an operation's name as Waldur does: `rancher_clusters_events_list`, `marketplace_orders_approve_by_consumer`.
 */
function operationId(collection: string, key: string, isList: boolean): string {
  const [method = '', path = ''] = key.split(' ');
  const segments = path.split('/').filter(Boolean);
  const named = segments.filter((segment) => !segment.startsWith('{'));
  const isAction = method === 'POST' && named.length > 0 && named.at(-1) === segments.at(-1);
  const verb = isAction ? [] : [isList ? 'list' : (VERBS[method] ?? method.toLowerCase())];
  return [collection || 'root', ...named, ...verb].join('_').replace(/\W/g, '_');
}

const uuidInPath = (collection: string) =>
  z.string().meta({
    pattern: UUID_PATTERN,
    description: 'A uuid: 32 hex digits, with or without dashes. Anything else is 404.',
    examples: [exampleUuid(collection)],
  });
/** The path parameter for the version of a chart. All other path parameters are uuids. */
const versionInPath = z
  .string()
  .max(100)
  .meta({ description: 'A version of the chart. The answer to an unknown version is 404.', examples: ['1.0.0'] });
/** The parameters of a path. The segment before a parameter names its collection, as in `subnets/{uuid}`. */
const pathParams = (path: string): z.ZodObject =>
  z.object(
    Object.fromEntries(
      [...path.matchAll(/(?<=([^/]+)\/)\{(\w+)\}/g)].map(([, before = '', name = '']) => [
        name,
        name === 'version' ? versionInPath : uuidInPath(before),
      ]),
    ),
  );

const header = (description: string, examples: string[] = []) => ({
  schema: { type: 'string' as const, examples },
  description,
  required: true,
});
const LIST_HEADERS = {
  'X-Result-Count': {
    schema: { type: 'integer' as const, minimum: 0, examples: [1] },
    description: 'Number of items on all pages.',
    required: true,
  },
  Link: header('Addresses of the first, previous, next and last page (RFC 8288).', [
    '<https://paddock.example/api/projects/>; rel="first", <https://paddock.example/api/projects/>; rel="last"',
  ]),
};

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  202: 'Accepted. The work may continue after the answer.',
  302: 'Redirect to `Location`.',
};
const ELSEWHERE = {
  Location: header('The address to go to.', ['https://id.example.org/realms/customers/protocol/openid-connect/auth']),
  'Set-Cookie': header('A cookie for the rest of the sign-in, or for the session.', [
    '__Host-paddock-session=…; HttpOnly',
  ]),
};

const parts = new Map<z.ZodType, z.ZodType>();
/** A copy of a reply's schema with optional fields only, because the parameter `field=` can leave out any field. */
function partOf(schema: z.ZodType): z.ZodType {
  const known = parts.get(schema);
  if (known !== undefined || !(schema instanceof z.ZodObject)) return known ?? schema;
  const id = schema.meta()?.id;
  const part = schema.partial().meta({ ...(id !== undefined && { id: `Selected${id}` }) });
  // The copy is stored, so that a second call returns the same schema. Two schemas would give the document two
  // components with one name.
  parts.set(schema, part);
  return part;
}

function success(operation: ApiOperation, status = operation.status ?? 200): ZodOpenApiResponseObject {
  const { listing, reply, selectable, replyExample, media } = operation;
  const item = listing?.schema ?? reply;
  const shown = item && (listing || selectable) ? partOf(item) : item;
  const schema = listing && shown ? z.array(shown) : shown;
  const location = status === 201 && {
    Location: { ...header('Address of the new object, if it has one.'), required: false },
  };
  return {
    description: DESCRIPTIONS[status] ?? 'Done.',
    headers: { ...CORRELATION, ...(listing && LIST_HEADERS), ...location, ...(status === 302 && ELSEWHERE) },
    ...(media && { content: { [media]: { schema: { type: 'string' as const } } } }),
    ...(schema && {
      content: { 'application/json': { schema, ...(replyExample !== undefined && { example: replyExample }) } },
    }),
  };
}

/** The examples of a body. OpenAPI allows either one example or several named examples, never both. */
function bodyExamplesOf({ bodyExample, bodyExamples }: ApiOperation) {
  if (bodyExamples === undefined) return bodyExample === undefined ? {} : { example: bodyExample };
  return { examples: Object.fromEntries(Object.entries(bodyExamples).map(([name, value]) => [name, { value }])) };
}

const bodyOf = (operation: ApiOperation) =>
  operation.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: operation.body, ...bodyExamplesOf(operation) } },
    },
  };

function headerParams({ headers = {} }: ApiOperation): z.ZodObject {
  const own = Object.entries(headers).map(([name, description]) => [name, z.string().optional().meta({ description })]);
  return z.object(Object.fromEntries(own));
}

/** One operation of the document. `key` is the key of its route, such as `POST /{uuid}/terminate/`. */
export function operationObject(collection: string, key: string, operation: ApiOperation): ZodOpenApiOperationObject {
  const [method = '', path = ''] = key.split(' ');
  const { summary, description, rule, listing, status = 200, triable, unmet } = operation;
  const query = queryParametersOf(operation);
  return {
    operationId: operationId(collection, key, listing !== undefined),
    tags: [collection || 'root'],
    summary,
    description: [description, whoMay(rule)].filter((part) => part !== undefined).join('\n\n'),
    ...(ruleOf(rule).seenBy === 'anybody' && { security: [{}, { apiToken: [] }, { oidc: [] }] }),
    requestParams: {
      path: pathParams(`${collection}${path}`),
      ...(query && { query }),
      header: headerParams(operation),
    },
    ...bodyOf(operation),
    responses: {
      ...(triable && { 200: success(operation, 200) }),
      [`${status}`]: success(operation),
      ...(unmet && { 424: { ...success(operation), description: 'The same body as 200, with a failure in it.' } }),
      ...failuresOf(method, operation),
    },
  };
}

const ROLES: Readonly<Record<Extract<Rule['may'], readonly string[]>[number], string>> = {
  'CUSTOMER.OWNER': 'owners of the customer',
  'PROJECT.MANAGER': 'managers',
  'PROJECT.ADMIN': 'administrators',
  'PROJECT.MEMBER': 'members of the project',
};
const SEEN: Readonly<Record<Rule['seenBy'], string>> = {
  anybody: 'everybody, without a token',
  users: 'every user',
  customer: 'everybody with a role in the customer or in one of its projects, support, staff',
  customer_part: 'owners of the customer, support, staff',
  project: 'everybody with a role in the project, owners of its customer, support, staff',
  sold: 'everybody with a role in the project, owners of its customer, owners of the customer that sells the offering, support, staff',
  person: 'the user, support, staff',
  own: 'only the user',
};

function doersOf({ seenBy, may, readOnly, anywhere }: Rule): string {
  if (may === undefined) return SEEN[seenBy];
  const helpers = readOnly ? 'support, staff' : 'staff';
  if (may === 'staff') return helpers;
  if (may === 'self') return `the user, ${helpers}`;
  const named = may.map((role) => ROLES[role]).join(', ');
  return `${named}${anywhere ? ' (in any customer or project)' : ''}, ${helpers}`;
}

/** Further callers that a rule permits under a condition. The use case checks the condition. */
const BY_CASE: Readonly<Partial<Record<RuleName, string>>> = {
  'node.create': ', owners of a self-managed cluster’s customer if the cluster’s offering has `owners_may_add_nodes`',
};

/** Describes who may call an operation. The text ends with the rule's name in the permission table. */
function whoMay(name: RuleName): string {
  const rule = ruleOf(name);
  const narrowed = name === 'visible.list' ? '; the list has only what the caller may see' : '';
  const token = rule.opens ? ' A token for reading only is not enough.' : '';
  return `**Who may:** ${doersOf(rule)}${BY_CASE[name] ?? ''}${narrowed} (\`${name}\`).${token}`;
}
