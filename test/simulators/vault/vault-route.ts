import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { VaultContext } from './vault-context.ts';
import { notSimulated } from './vault-error.ts';
import type { VaultToken } from './vault-objects.ts';

export type Operation = 'read' | 'list' | 'create' | 'update' | 'patch' | 'delete';

/** null is 204. */
export interface Answer {
  status?: number;
  data?: unknown;
  auth?: unknown;
  warnings?: string[];
  /** Seconds; 0 unless given. */
  leaseDuration?: number;
  mountType?: string;
  /** Has no sense unless it is wrapped. */
  mustWrap?: boolean;
  /** Sent as it is, without the envelope. */
  raw?: object;
}

/** One request, once the caller is known and allowed. */
export interface VaultCall {
  context: VaultContext;
  operation: Operation;
  /** With the mount's own. */
  path: string;
  /** What the route's pattern captured. */
  params: Record<string, string>;
  body: unknown;
  query: unknown;
  /** Names of fields that were looked for in the body or the query; others are listed as ignored. */
  known: Set<string>;
  /** undefined only where a path needs none. */
  token: VaultToken | undefined;
}

type Handler = (call: VaultCall) => Answer | null;

/** What one backend does at one path pattern, relative to its mount. */
export interface VaultRoute {
  pattern: RegExp;
  /** Without `create`, writing is `update`, whether the object is there or not. */
  on: Partial<Record<Operation, Handler>>;
  /** Decides between `create` and `update`. */
  exists?: (params: Record<string, string>) => boolean;
  /** Asked for without a token. */
  isPublic?: boolean;
  needsSudo?: boolean;
  /** Decides itself what the caller may see. */
  needsNoPolicy?: boolean;
}

/** `role/:name/secret-id` and `data/*path`: one segment, and any rest. */
export function route(
  pattern: string,
  on: VaultRoute['on'],
  more: Omit<VaultRoute, 'pattern' | 'on'> = {},
): VaultRoute {
  const source = pattern
    .replace(/\/\*(\w+)(?=\/)/, '/(?<$1>.+)')
    .replace(/^\*(\w+)/, '(?<$1>.*)')
    .replace(/\/\*(\w+)/, '(?:/(?<$1>.*))?')
    .replace(/:(\w+)/g, '(?<$1>[^/]+)');
  return { pattern: new RegExp(`^${source}$`), on, ...more };
}

/** Paths with answers that are older than the envelope. */
export const dataAtTopLevel = (path: string): boolean =>
  /^sys\/(auth|mounts|policy|capabilities|capabilities-self|audit)\b/.test(path);

const record = z.record(z.string(), z.unknown());

/**
 * What a body says; a field that is null is as if it were not there. `fixed` are fields without a simulated effect, with the only
 * value that is taken.
 * @throws VaultError 501 for another one
 */
export function parseBody<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  call: Pick<VaultCall, 'body' | 'known'>,
  fixed: Record<string, unknown> = {},
): z.infer<z.ZodObject<Shape>> {
  const given = Object.entries(record.parse(call.body)).filter(([, value]) => value !== null);
  for (const name of Object.keys({ ...schema.shape, ...fixed })) call.known.add(name);
  for (const [name, value] of given) {
    if (name in fixed && !isDeepStrictEqual(value, fixed[name])) throw notSimulated(`${name} ${JSON.stringify(value)}`);
  }
  return schema.parse(Object.fromEntries(given));
}

/** The same of a query. */
export const parseQuery = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, { query, known }: VaultCall) =>
  parseBody(schema, { body: query, known });
