import type { z } from 'zod';
import type { RuleName } from '#shared/domain/organizations/permission';
import type { AnyListing } from './listing.ts';

/** Failures that are an operation's own; those that any call, any write or any list can meet are added by `infra/openapi/answers.ts`. */
export type Refusal = 400 | 403 | 405 | 409 | 413 | 422 | 502;

/**
 * What the OpenAPI document says of a route, under the route's own key (`'POST /{uuid}/terminate/'`). Schemas are those that
 * parse the body and render the reply.
 */
export type Operation = {
  /** What it does, in a few words. */
  summary: string;
  /** What a caller cannot guess from the summary; Markdown. */
  description?: string;
  /** Who may ask it: a row of the permission table, from which follow the answers 401, 403 and 404. */
  rule: RuleName;
  /** A list with its query parameters and headers; then there is no `reply`. */
  listing?: AnyListing;
  /** Understands `field=`, as the route does. */
  selectable?: true;
  /** Query parameters beside those of lists. */
  query?: z.ZodObject;
  /** Request headers it reads beside those that every operation does, with what they mean. */
  headers?: Readonly<Record<string, string>>;
  body?: z.ZodType;
  /** Where one made of the fields' own examples would say too little. Checked against the schema. */
  bodyExample?: unknown;
  /** … or several, by what they are of. */
  bodyExamples?: Readonly<Record<string, unknown>>;
  /** 200 unless it is another. */
  status?: 201 | 202 | 204 | 302;
  /** Asked to say what it would do, it answers the same with 200. */
  triable?: true;
  /** Without it the answer has no body. */
  reply?: z.ZodType;
  /** A reply that is no JSON. */
  media?: 'text/html';
  replyExample?: unknown;
  refuses?: readonly Refusal[];
};
export type Operations = Readonly<Record<string, Operation>>;
