import { z } from 'zod';
import { authOf, DEFAULT_TTL_SECONDS, issueToken } from '../token/issue-token.ts';
import { badRequest, notSimulated, VaultError } from '../vault-error.ts';
import type { AppRole, AppRoleMount } from '../vault-objects.ts';
import { type Answer, parseBody, type VaultCall } from '../vault-route.ts';
import { findSecretId } from './secret-id-finders.ts';
import { mayComeFromHere, refusedSource } from './source-address.ts';

const credentials = z.object({ role_id: z.string().trim().default(''), secret_id: z.string().trim().default('') });

/**
 * Exchanges a role id and a secret id for a token.
 * @throws VaultError 400 with the same text for a wrong role id and a wrong secret id; 500 without a role id
 */
export function logIn(mount: AppRoleMount, call: VaultCall): Answer {
  const { role_id, secret_id } = parseBody(credentials, call);
  if (!role_id) throw new VaultError(500, 'failed to determine alias name from login request');
  const role = [...mount.roles.values()].find(({ roleId }) => roleId === role_id);
  if (!role) throw badRequest('invalid role or secret ID');
  if (!secret_id) throw badRequest('missing secret_id');
  const found = findSecretId(mount, call.context, secret_id);
  if (found?.role !== role) throw badRequest('invalid role or secret ID');
  if (!mayComeFromHere(found.cidrs)) throw refusedSource('secret ID');
  if (!mayComeFromHere(role.secret_id_bound_cidrs)) throw refusedSource('role');
  // All callers here have the same address, so a token for other addresses could never be used.
  if (!mayComeFromHere([...role.token_bound_cidrs, ...found.tokenCidrs]))
    throw notSimulated('tokens bound to other addresses');
  if (found.numUses === 1) mount.secretIds.delete(found.id);
  else if (found.numUses > 1) found.numUses -= 1;
  return tokenFor(role, call, found.metadata);
}

function tokenFor(role: AppRole, { context, path }: VaultCall, metadata: Record<string, string>): Answer {
  const token = issueToken(context, {
    policies: role.token_policies.map((name) => name.toLowerCase()),
    path,
    displayName: 'approle',
    ttl: role.token_period || role.token_ttl,
    maxTtl: role.token_period
      ? role.token_explicit_max_ttl
      : role.token_explicit_max_ttl || role.token_max_ttl || DEFAULT_TTL_SECONDS,
    numUses: role.token_num_uses,
    renewable: true,
    noDefaultPolicy: role.token_no_default_policy,
    meta: { ...metadata, role_name: role.name },
    entityId: role.entityId,
    parent: null,
    ...{ period: role.token_period, explicitMaxTtl: role.token_explicit_max_ttl },
  });
  return { auth: authOf(token, token.ttl / 1000) };
}
