import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { ApiOperation, Refusal } from '#shared/contracts/rest/_core/operation';
import { ruleOf } from '#shared/domain/organizations/permission';

const detail = z
  .object({ detail: z.string() })
  .meta({ id: 'Detail', description: 'The result of the call, or the reason for its refusal.' });
/** The body of an answer that the gateway gives without calling a function. */
const gatewayMessage = z.object({ message: z.string() }).meta({ id: 'GatewayMessage' });
const errorTexts = z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]);
const fieldErrors = z.union([z.record(z.string(), errorTexts), z.array(z.string())]).meta({
  id: 'FieldErrors',
  description:
    'Errors by field, nested as in the request. `non_field_errors` has errors of no single field. The body can also be a list of errors.',
  examples: [{ name: ['This field is required.'], nodes: [{}, { subnet: ['This field may not be null.'] }] }],
});

export const CORRELATION = {
  'X-Correlation-Id': {
    schema: { type: 'string' as const },
    description: 'Id of this call. Quote it when you report a problem.',
  },
};
const ALLOW = { Allow: { schema: { type: 'string' as const }, description: 'Methods of this path.' } };

const says = (
  description: string,
  schema: z.ZodType = detail,
  example: unknown = undefined,
  headers: ZodOpenApiResponseObject['headers'] = {},
): ZodOpenApiResponseObject => ({
  description,
  headers: { ...CORRELATION, ...headers },
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});
const detailed = (description: string, text: string, headers?: ZodOpenApiResponseObject['headers']) =>
  says(description, detail, { detail: text }, headers);
const textHeader = (description: string, example: string) => ({
  schema: { type: 'string' as const, examples: [example] },
  description,
});

/**
 * All failures that a caller may get, by name. Their classes are in `shared/errors.ts` and
 * `functions/api/_http/http-errors.ts`.
 */
export const FAILURES = {
  Invalid: {
    ...says(
      'The body or a query parameter is invalid, or a rule refuses the call. Nothing was changed.',
      z.union([fieldErrors, detail]),
    ),
  },
  InvalidLink: {
    ...says('The link is no longer valid, or the body is invalid. Nothing was changed.'),
    content: {
      'application/json': { schema: z.union([fieldErrors, detail]) },
      'text/html': { schema: { type: 'string' as const } },
    },
  },
  Unauthenticated: detailed('The token is missing or not valid.', 'Authentication credentials were not provided.', {
    'WWW-Authenticate': textHeader('How to authenticate.', 'Token'),
  }),
  NotAllowed: detailed('The caller may not do this.', 'You do not have permission to perform this action.'),
  NotFound: {
    ...detailed('The object does not exist, or the caller may not see it.', 'No Cluster matches the given query.'),
  },
  MethodNotAllowed: detailed(
    'The installation is read-only and refuses the change, or this path does not have this method.',
    'Method "POST" not allowed.',
    ALLOW,
  ),
  NotAcceptable: detailed(
    'The `Accept` header excludes JSON, but this path answers only in JSON.',
    'Could not satisfy the request Accept header.',
  ),
  Conflict: detailed(
    'The state of the object does not allow this, or another call changed the object at the same time.',
    'Valid states for operation: OK.',
  ),
  ContentTooLarge: says('The body is too large.', z.union([detail, gatewayMessage]), {
    detail: 'The body is larger than 262144 bytes.',
  }),
  AnswerTooLarge: detailed(
    'The answer is larger than 6 MB. Accept gzip, or ask for less.',
    'The answer is larger than 6 MB: accept gzip or, for a list, use a smaller page_size or select fields (field=).',
  ),
  UnsupportedMediaType: detailed('The body is not JSON.', 'Unsupported media type "text/plain" in request.'),
  Unprocessable: detailed(
    'The `Idempotency-Key` was used before with another request.',
    'The Idempotency-Key was used for another request.',
  ),
  TooManyRequests: says(
    'Too many calls, or too many wrong credentials. Try again later.',
    z.union([gatewayMessage, detail]),
    { message: 'Too Many Requests' },
    { 'Retry-After': { ...textHeader('Seconds to wait. Only after wrong credentials.', '900'), required: false } },
  ),
  BackendFailed: detailed(
    'OpenStack, Rancher or another backend refused a request of this call.',
    'A backend refused the call.',
  ),
  Unavailable: says(
    'A backend cannot be reached, is overloaded or answers too late. Try again later.',
    z.union([detail, gatewayMessage]),
    { detail: 'A backend is not available, try again later.' },
    { 'Retry-After': textHeader('Seconds to wait.', '5') },
  ),
} satisfies Record<string, ZodOpenApiResponseObject>;
type Failure = keyof typeof FAILURES;

const OWN: Readonly<Record<Refusal, Failure>> = {
  400: 'Invalid',
  403: 'NotAllowed',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  413: 'AnswerTooLarge',
  422: 'Unprocessable',
  502: 'BackendFailed',
};
const WITH_BODY = { 400: 'Invalid', 413: 'ContentTooLarge', 415: 'UnsupportedMediaType' } as const;
/**
 * Failures that every operation may have. Every call may fail with 503, because every call needs the table.
 * Authentication may also need the identity provider.
 */
const ALWAYS = {
  401: 'Unauthenticated',
  404: 'NotFound',
  429: 'TooManyRequests',
  503: 'Unavailable',
} as const;

/**
 * Whether a call may be answered with 403: because of the caller's role, or because the caller's token only allows
 * reading.
 */
function mayBeForbidden(method: string, { rule }: ApiOperation): boolean {
  const { may, seenBy } = ruleOf(rule);
  return may !== undefined || (method !== 'GET' && seenBy !== 'anybody');
}

/** The error responses of an operation, by status. Each is a reference to a response in the OpenAPI document. */
export function failuresOf(method: string, operation: ApiOperation): ZodOpenApiResponsesObject {
  const { body, listing, media, selectable, query, refuses = [] } = operation;
  const names: Record<number, Failure> = {
    ...ALWAYS,
    ...(media === undefined && { 406: 'NotAcceptable' }),
    ...((selectable || query) && media === undefined && { 400: 'Invalid' as const }),
    ...(listing && { 400: 'Invalid' as const, 413: 'AnswerTooLarge' as const }),
    ...(body && WITH_BODY),
    ...(mayBeForbidden(method, operation) && { 403: 'NotAllowed' }),
    ...(method !== 'GET' && { 409: 'Conflict' }),
    ...Object.fromEntries(refuses.map((status) => [status, OWN[status]])),
  };
  // An operation with its own media type answers a browser. If it can fail with 400, people reach it through a link in
  // an e-mail. So the answer to an invalid link is a page.
  if (media !== undefined && 400 in names) names[400] = 'InvalidLink';
  return Object.fromEntries(
    Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
