import { z } from 'zod';
import type { RuleName } from '#shared/domain/organizations/permission';
import type { AnyListing } from './listing.ts';

/**
 * Statuses of failures that are specific to an operation. `infra/openapi/answers.ts` adds the statuses that every call,
 * every write or every list can have.
 */
export type Refusal = 400 | 403 | 405 | 409 | 413 | 422 | 502;

/**
 * The OpenAPI description of a route, under the route's key (`'POST /{uuid}/terminate/'`). The API parses the body and
 * renders the reply with the same schemas.
 */
export type ApiOperation = {
  /** What the operation does, in a few words. */
  summary: string;
  /** What a caller must know beyond the summary. The text is Markdown. */
  description?: string;
  /**
   * Who may call the operation: a row of the permission table. The possible answers 401, 403 and 404 are derived from
   * it.
   */
  rule: RuleName;
  /**
   * The list that the operation returns, with its query parameters and headers. An operation with `listing` has no
   * `reply`.
   */
  listing?: AnyListing;
  /** Present if the route accepts the parameter `field`. */
  selectable?: true;
  /** Query parameters of a route that is not a list. */
  query?: z.ZodObject;
  /**
   * Request headers that only some routes read, each with its meaning. Headers that every route reads are not listed
   * here.
   */
  headers?: Readonly<Record<string, string>>;
  body?: z.ZodType;
  /** An example of the body, if the examples of its fields are not enough. A test checks it against the schema. */
  bodyExample?: unknown;
  /** Several examples of the body, each under the name of its purpose. */
  bodyExamples?: Readonly<Record<string, unknown>>;
  /** The status of a successful answer. Default: 200. */
  status?: 201 | 202 | 204 | 302;
  /** Present if the route accepts a dry run. A dry run has the same answer, with status 200. */
  triable?: true;
  /** Absent if the answer has no body. */
  reply?: z.ZodType;
  /** The media type of the reply, if it is not JSON. */
  media?: 'text/html';
  replyExample?: unknown;
  refuses?: readonly Refusal[];
};
export type ApiOperations = Readonly<Record<string, ApiOperation>>;

const pullView = z.object({ detail: z.string() });
const PULLED = { detail: 'Pull operation was successfully scheduled.' };

/** Waldur's answer to every pull, word for word. In Paddock, the pull is done before the answer. */
export const pullReply = { status: 202, reply: pullView, replyExample: PULLED } as const;
