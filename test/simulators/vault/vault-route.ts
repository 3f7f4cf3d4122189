import type { z } from 'zod';
import type { VaultContext } from './vault-context.ts';
import type { VaultToken } from './vault-objects.ts';

export type Operation = 'read' | 'list' | 'create' | 'update' | 'patch' | 'delete';

/** null is 204. */
export interface Answer {
  status?: number;
  data?: unknown;
  auth?: unknown;
  warnings?: string[];
  mountType?: string;
  /** Sent as it is, without the envelope. */
  raw?: object;
}

/** One request, once it is known who asks and that he may. */
export interface VaultCall {
  context: VaultContext;
  operation: Operation;
  /** With the mount's own. */
  path: string;
  /** What the route's pattern captured. */
  params: Record<string, string>;
  body: unknown;
  query: unknown;
  /** undefined only where a path needs none. */
  token: VaultToken | undefined;
}

type Handler = (call: VaultCall) => Answer | null;

/** What one backend does at one path pattern, relative to its mount. */
export interface VaultRoute {
  pattern: RegExp;
  /** Without `create`, writing is `update`, whether the object is there or not. */
  on: Partial<Record<Operation, Handler>>;
  /** Tells `create` from `update`. */
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
    .replace(/^\*(\w+)/, '(?<$1>.*)')
    .replace(/\/\*(\w+)/, '(?:/(?<$1>.*))?')
    .replace(/:(\w+)/g, '(?<$1>[^/]+)');
  return { pattern: new RegExp(`^${source}$`), on, ...more };
}

/** Paths whose answers came before the envelope did. */
export const dataAtTopLevel = (path: string): boolean => /^sys\/(auth|mounts|policy|capabilities-self)\b/.test(path);

export const parseBody = <T>(schema: z.ZodType<T>, { body }: VaultCall): T => schema.parse(body);
