import { z } from 'zod';
import { accessOf } from '../policy/access-of.ts';
import { type Answer, parseBody, type VaultCall } from '../vault-route.ts';

const asked = z
  .object({ paths: z.array(z.string()).optional(), path: z.union([z.string(), z.array(z.string())]).optional() })
  .transform(({ paths, path }) => paths ?? [path ?? []].flat());

/** What the caller's token may at each path; for a single path also under `capabilities`. */
export function capabilitiesSelf(call: VaultCall): Answer {
  const paths = parseBody(asked, call);
  const byPath = Object.fromEntries(paths.map((path) => [path, capabilitiesAt(call, path)]));
  return { data: { ...byPath, capabilities: byPath[paths[0] ?? ''] ?? [] } };
}

function capabilitiesAt({ context, token }: VaultCall, path: string): string[] {
  if (!token) return ['deny'];
  if (token.policies.includes('root')) return ['root'];
  const found = [...accessOf(context, token).capabilitiesAt(path, 'list')].sort();
  return found.length === 0 ? ['deny'] : found;
}
