import { z } from 'zod';
import type { RuleName } from '#shared/domain/organizations/permission';
import type { AnyListing } from './listing.ts';

/**
 * Statuses of failures that only this operation has. `infra/openapi/answers.ts` adds those of every call, write or
 * list.
 */
export type Refusal = 400 | 403 | 405 | 409 | 413 | 422 | 502;

/**
 * The OpenAPI text of a route, under the route's key (`'POST /{uuid}/terminate/'`). The same schemas parse the body and
 * render the reply.
 */
export type ApiOperation = {
  /** What the operation does, in a few words. */
  summary: string;
  /** What the summary leaves open; Markdown. */
  description?: string;
  /** Who may call it: a row of the permission table. The answers 401, 403 and 404 follow from it. */
  rule: RuleName;
  /** A list with its query parameters and headers. There is no `reply` then. */
  listing?: AnyListing;
  /** The route accepts `field=`. */
  selectable?: true;
  /** Query parameters, in addition to those of lists. */
  query?: z.ZodObject;
  /** Request headers that this route reads, with their meaning, in addition to those of every operation. */
  headers?: Readonly<Record<string, string>>;
  body?: z.ZodType;
  /** An example of the body, where the fields' own examples say too little. A test checks it against the schema. */
  bodyExample?: unknown;
  /** Several examples of the body, by what they are for. */
  bodyExamples?: Readonly<Record<string, unknown>>;
  /** The status of success, unless it is 200. */
  status?: 201 | 202 | 204 | 302;
  /** The route accepts a dry run, which has the same answer with status 200. */
  triable?: true;
  /** Left out where the answer has no body. */
  reply?: z.ZodType;
  /** Media type of a reply that is not JSON. */
  media?: 'text/html';
  replyExample?: unknown;
  refuses?: readonly Refusal[];
};
export type ApiOperations = Readonly<Record<string, ApiOperation>>;

const pullView = z.object({ detail: z.string() });
const PULLED = { detail: 'Pull operation was successfully scheduled.' };

/** Waldur's answer to every pull, word for word. Here the pull is already done. */
export const pullReply = { status: 202, reply: pullView, replyExample: PULLED } as const;
