import { z } from 'zod';
import { accessOf } from '../policy/access-of.ts';
import { findToken } from '../token/use-token.ts';
import { badRequest } from '../vault-error.ts';
import type { VaultToken } from '../vault-objects.ts';
import { type Answer, parseBody, type VaultCall } from '../vault-route.ts';

const asked = z.object({
  paths: z.union([z.string(), z.array(z.string())]).optional(),
  path: z.union([z.string(), z.array(z.string())]).optional(),
  token: z.string().optional(),
  accessor: z.string().optional(),
});

/** The capabilities of the caller's token at each path. For a single path they are also in `capabilities`. */
export const capabilitiesSelf = (call: VaultCall): Answer => answerFor(call, call.token);

export const capabilitiesOfToken = (call: VaultCall): Answer => {
  const found = findToken(call.context, parseBody(asked, call).token ?? '');
  if (!found) throw badRequest('invalid token');
  return answerFor(call, found);
};

export const capabilitiesOfAccessor = (call: VaultCall): Answer => {
  const { accessor } = parseBody(asked, call);
  const found = [...call.context.tokens.values()].find((token) => token.accessor === accessor);
  if (!found) throw badRequest('invalid accessor');
  return answerFor(call, found);
};

function answerFor(call: VaultCall, token: VaultToken | undefined): Answer {
  const { paths: given, path } = parseBody(asked, call);
  const paths = [given ?? path ?? []].flat();
  const byPath = Object.fromEntries(paths.map((one) => [one, capabilitiesAt(call, token, one)]));
  return { data: { ...byPath, capabilities: byPath[paths[0] ?? ''] ?? [] } };
}

function capabilitiesAt({ context }: VaultCall, token: VaultToken | undefined, path: string): string[] {
  if (!token) return ['deny'];
  if (token.policies.includes('root')) return ['root'];
  const found = [...accessOf(context, token).capabilitiesAt(path, 'list')].sort();
  return found.length === 0 ? ['deny'] : found;
}
