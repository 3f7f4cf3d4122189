import { z } from 'zod';
import { duration } from '../durations.ts';
import { badRequest, VaultError } from '../vault-error.ts';
import type { VaultToken } from '../vault-objects.ts';
import { type Answer, parseBody, route, type VaultCall, type VaultRoute } from '../vault-route.ts';
import { authOf, DEFAULT_TTL_SECONDS, issueToken } from './issue-token.ts';
import { tokenView } from './token-view.ts';
import { findToken, revoke } from './use-token.ts';

const named = z.object({ token: z.string().default(''), accessor: z.string().default('') });
const renewal = z.object({ increment: duration.default(0) });

/** Routes of `auth/token`. Some act on the caller's own token, some on other tokens by value or accessor. */
export const tokenRoutes: VaultRoute[] = [
  route('lookup-self', { read: (call) => lookUp(call, own(call)), update: (call) => lookUp(call, own(call)) }),
  route('renew-self', { update: (call) => renew(call, own(call)) }),
  route('revoke-self', { update: (call) => end(call, own(call)) }),
  route('lookup', { update: (call) => lookUp(call, byValue(call)) }),
  route('renew', { update: (call) => renew(call, byValue(call)) }),
  route('revoke', { update: (call) => end(call, call.context.tokens.get(parseBody(named, call).token)) }),
  route('lookup-accessor', { update: (call) => ({ data: { ...view(call, byAccessor(call)), id: '' } }) }),
  route('renew-accessor', { update: (call) => withoutValue(renew(call, byAccessor(call))) }),
  route(
    'accessors',
    { list: ({ context }) => ({ data: { keys: [...context.tokens.values()].map(({ accessor }) => accessor) } }) },
    { needsSudo: true },
  ),
  route('revoke-orphan', { update: (call) => endAlone(call, byValue(call)) }, { needsSudo: true }),
  route('tidy', { update: () => ({ status: 202, warnings: [TIDY] }) }),
  route('revoke-accessor', { update: (call) => end(call, byAccessor(call)) }),
  route('create', { update: (call) => create(call, own(call)) }),
  route('create-orphan', { update: (call) => create(call, own(call), true) }, { needsSudo: true }),
];

function own({ token }: VaultCall): VaultToken {
  if (!token) throw new VaultError(403, 'permission denied');
  return token;
}

function byValue(call: VaultCall): VaultToken {
  const found = findToken(call.context, parseBody(named, call).token);
  if (!found) throw new VaultError(403, 'bad token');
  return found;
}

function byAccessor(call: VaultCall): VaultToken {
  const { accessor } = parseBody(named, call);
  const found = [...call.context.tokens.values()].find((token) => token.accessor === accessor);
  if (!found) throw new VaultError(403, 'invalid accessor');
  return found;
}

const view = ({ context }: VaultCall, token: VaultToken) => tokenView(token, context.clock.now());
const lookUp = (call: VaultCall, token: VaultToken): Answer => ({ data: view(call, token) });

function renew(call: VaultCall, token: VaultToken): Answer {
  if (!token.renewable || token.expiresAt === null) throw badRequest('lease is not renewable');
  const { increment } = parseBody(renewal, call);
  const now = call.context.clock.now();
  const wanted = now + (token.period || (increment ? increment * 1000 : token.ttl));
  token.expiresAt = Math.min(wanted, token.lastAt ?? wanted);
  return { auth: authOf(token, Math.floor((token.expiresAt - now) / 1000)) };
}

const TIDY =
  "Tidy operation successfully started. Any information from the operation will be printed to Vault's server logs.";

/** Empties the token's value: a caller who renews a token by its accessor does not get the token. */
const withoutValue = (answer: Answer): Answer => ({ ...answer, auth: { ...Object(answer.auth), client_token: '' } });

/** Revokes a token alone. Tokens that were created with it stay valid as orphans. */
function endAlone(call: VaultCall, token: VaultToken): null {
  for (const child of call.context.tokens.values()) if (child.parent === token.accessor) child.parent = null;
  return end(call, token);
}

/** Revokes a token. If the token does not exist, the call succeeds too. */
function end({ context }: VaultCall, token: VaultToken | undefined): null {
  if (token) revoke(context, token);
  return null;
}

/** Unlike other endpoints, this one does not accept policy names in one comma-separated string. */
const order = z.object({
  id: z.string().optional(),
  policies: z.array(z.string()).optional(),
  ttl: duration.optional(),
  lease: duration.optional(),
  explicit_max_ttl: duration.default(0),
  period: duration.default(0),
  num_uses: z.coerce.number().int().min(0).default(0),
  renewable: z.boolean().default(true),
  no_default_policy: z.boolean().default(false),
  no_parent: z.boolean().default(false),
  display_name: z.string().default(''),
  meta: z.record(z.string(), z.string()).nullable().default(null),
});
const FIXED = { type: 'service', entity_alias: '' };

function create(call: VaultCall, parent: VaultToken, isOrphan = false): Answer {
  const given = parseBody(order, call, FIXED);
  const policies = given.policies ?? parent.policies;
  requireMay(call, parent, { ...given, policies, isOrphan });
  const { period, explicit_max_ttl: explicitMaxTtl } = given;
  const token = issueToken(call.context, {
    ...{ policies, id: given.id, path: call.path, period, explicitMaxTtl },
    displayName: given.display_name ? `token-${given.display_name}` : 'token',
    ttl: period || (given.ttl ?? given.lease ?? 0),
    maxTtl: explicitMaxTtl || (period > 0 || policies.includes('root') ? 0 : DEFAULT_TTL_SECONDS),
    numUses: given.num_uses,
    renewable: given.renewable,
    noDefaultPolicy: given.no_default_policy,
    meta: given.meta,
    entityId: '',
    parent: isOrphan || given.no_parent ? null : parent.accessor,
  });
  return { auth: authOf(token, token.ttl / 1000) };
}

/**
 * Checks what a token may create.
 * @throws VaultError 400 for an existing id, for an option that needs root, and for policies that the parent lacks
 */
function requireMay(
  { context }: VaultCall,
  parent: VaultToken,
  wish: Pick<z.infer<typeof order>, 'id' | 'no_parent' | 'period'> & { policies: string[]; isOrphan: boolean },
): void {
  const { id, no_parent, period, policies, isOrphan } = wish;
  if (id !== undefined && context.tokens.has(id)) throw badRequest('cannot create a token with a duplicate ID');
  if (parent.policies.includes('root')) return;
  const forRoot = {
    'create orphan token': no_parent,
    'specify token id': id !== undefined,
    'create periodic token': period > 0,
  };
  const asked = Object.entries(forRoot).find(([, isAsked]) => isAsked);
  if (asked) throw badRequest(`root or sudo privileges required to ${asked[0]}`);
  const beyond = policies.some((name) => name !== 'default' && !parent.policies.includes(name));
  if (beyond && !isOrphan) throw badRequest('child policies must be subset of parent');
}
