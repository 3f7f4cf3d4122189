import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { VaultContext } from './vault-context.ts';
import { notSimulated } from './vault-error.ts';
import type { VaultToken } from './vault-objects.ts';

export type Operation = 'read' | 'list' | 'create' | 'update' | 'patch' | 'delete';

/** The answer of a handler. A handler returns null for status 204. */
export interface Answer {
  status?: number;
  data?: unknown;
  auth?: unknown;
  warnings?: string[];
  /** The lease duration in seconds; 0 by default. */
  leaseDuration?: number;
  mountType?: string;
  /** Whether the request must ask for response wrapping. */
  mustWrap?: boolean;
  /** An answer that is sent without Vault's usual envelope. */
  raw?: object;
}

/** One request whose caller is authenticated and authorized. */
export interface VaultCall {
  context: VaultContext;
  operation: Operation;
  /** The full path, including the mount's path. */
  path: string;
  params: Record<string, string>;
  body: unknown;
  query: unknown;
  /**
   * The names of the fields that the handler knows in the body or the query. The answer warns that all other fields are
   * ignored.
   */
  known: Set<string>;
  /** Undefined only for a path that needs no token. */
  token: VaultToken | undefined;
}

type Handler = (call: VaultCall) => Answer | null;

/** The handlers of one path pattern of a backend. The pattern is relative to the mount. */
export interface VaultRoute {
  pattern: RegExp;
  /**
   * The handlers by operation. Without a `create` handler, every write is an `update`, whether or not the object
   * exists.
   */
  on: Partial<Record<Operation, Handler>>;
  /** Whether the object exists. If so, a write is an `update`, otherwise a `create`. */
  exists?: (params: Record<string, string>) => boolean;
  isPublic?: boolean;
  needsSudo?: boolean;
  /** Whether the handler itself decides what the caller may see. */
  needsNoPolicy?: boolean;
}

/**
 * Builds a route from a pattern such as `role/:name/secret-id` or `data/*path`. `:name` matches one segment, `*path`
 * any number of segments.
 */
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

/** Whether a path belongs to an old endpoint, which has its fields at the top level as well as in `data`. */
export const dataAtTopLevel = (path: string): boolean =>
  /^sys\/(auth|mounts|policy|capabilities|capabilities-self|audit)\b/.test(path);

const record = z.record(z.string(), z.unknown());

/**
 * Parses a body. A field that is null counts as absent. `fixed` lists fields without a simulated effect, each with its
 * only accepted value.
 * @throws VaultError 501 for any other value of such a field
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

export const parseQuery = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, { query, known }: VaultCall) =>
  parseBody(schema, { body: query, known });
