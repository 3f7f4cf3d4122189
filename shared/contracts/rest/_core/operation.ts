import { z } from 'zod';
import type { RuleName } from '#shared/domain/organizations/permission';
import type { AnyListing } from './listing.ts';

/**
 * Statuses of failures that are specific to one operation. `infra/openapi/answers.ts` adds the statuses of failures
 * that every call, every write or every list can have.
 */
export type Refusal = 400 | 403 | 405 | 409 | 413 | 422 | 502;

/**
 * The OpenAPI description of a route. Its key is the key of the route (`'POST /{uuid}/terminate/'`). The API parses the
 * body and renders the reply by these schemas.
 */
export type ApiOperation = {
  summary: string;
  /** Further information for callers, besides the summary, as Markdown. */
  description?: string;
  /** A row of the permission table: who may call the operation. The answers 401, 403 and 404 follow from the row. */
  rule: RuleName;
  /** The list that the operation returns, with its query parameters and headers. If present, `reply` is absent. */
  listing?: AnyListing;
  /** Present if the route accepts the query parameter `field`. */
  selectable?: true;
  /** Query parameters of a route that is not a list. */
  query?: z.ZodObject;
  /** Request headers that only some routes read, with their meanings. Headers of all routes are not listed here. */
  headers?: Readonly<Record<string, string>>;
  body?: z.ZodType;
  /**
   * An example of the body. Needed only if the examples of its fields do not make a valid body. A test checks the
   * example against the schema.
   */
  bodyExample?: unknown;
  /** Several examples of the body. The key says what the example is for. */
  bodyExamples?: Readonly<Record<string, unknown>>;
  /** The status of a successful answer. Default: 200. */
  status?: 201 | 202 | 204 | 302;
  /** Present if the route accepts a dry run, which gives the normal answer with status 200. */
  triable?: true;
  /**
   * Present if the operation reports several results, and answers with status 424 when one of the results is a failure.
   * The body is the same as in a successful answer.
   */
  unmet?: true;
  reply?: z.ZodType;
  /** The media type of the reply, if it is not JSON. */
  media?: 'text/html';
  replyExample?: unknown;
  refuses?: readonly Refusal[];
};
export type ApiOperations = Readonly<Record<string, ApiOperation>>;

/** Groups of resources for different readers. A reader needs only one or two of these groups. */
export const GROUPS = ['Customers', 'Inside clusters', 'Operators', 'Programs'] as const;

/**
 * Describes the API below one URL segment. The segment is a key in the table of the function that serves this part of
 * the API (`functions/api/`).
 */
export type RestResource = {
  group: (typeof GROUPS)[number];
  /** Description of the resource, for readers of the OpenAPI document. */
  is: string;
  operations: ApiOperations;
};

const pullView = z.object({ detail: z.string() });
const PULLED = { detail: 'Pull operation was successfully scheduled.' };

/**
 * Waldur's answer to every pull, word for word. The text says that the pull is scheduled, but Paddock has already
 * pulled.
 */
export const pullReply = { status: 202, reply: pullView, replyExample: PULLED } as const;
