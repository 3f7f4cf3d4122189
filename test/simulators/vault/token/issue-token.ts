import { randomBytes } from 'node:crypto';
import type { VaultContext } from '../vault-context.ts';
import type { VaultToken } from '../vault-objects.ts';

/** 768 hours: the lifetime of a token that is created without a TTL. */
export const DEFAULT_TTL_SECONDS = 2_764_800;

export const newTokenId = (): string => `hvs.${randomBytes(69).toString('base64url')}`;
export const newAccessor = (): string => randomBytes(18).toString('base64url').replace(/[-_]/g, '0');

/** The properties of a new token. Times are in seconds; 0 means none. */
export interface TokenRequest {
  policies: string[];
  path: string;
  displayName: string;
  ttl: number;
  maxTtl: number;
  numUses: number;
  renewable: boolean;
  noDefaultPolicy: boolean;
  meta: Record<string, string> | null;
  entityId: string;
  parent: string | null;
  /** The token's value, if the caller chose the value. */
  id?: string | undefined;
  period?: number | undefined;
  explicitMaxTtl?: number | undefined;
}

export function issueToken({ tokens, clock }: VaultContext, request: TokenRequest): VaultToken {
  const { ttl: asked, maxTtl, noDefaultPolicy, policies, id, period = 0, explicitMaxTtl = 0, ...rest } = request;
  const now = clock.now();
  const isRoot = policies.includes('root');
  const seconds = isRoot && asked === 0 ? 0 : Math.min(asked || DEFAULT_TTL_SECONDS, maxTtl || Number.MAX_SAFE_INTEGER);
  const token: VaultToken = {
    ...rest,
    id: id ?? newTokenId(),
    ...{ period: period * 1000, explicitMaxTtl: explicitMaxTtl * 1000 },
    accessor: newAccessor(),
    policies: isRoot || noDefaultPolicy ? policies : [...new Set(['default', ...policies])].sort(),
    issuedAt: now,
    ttl: seconds * 1000,
    expiresAt: seconds ? now + seconds * 1000 : null,
    lastAt: maxTtl ? now + maxTtl * 1000 : null,
  };
  tokens.set(token.id, token);
  return token;
}

export function rootToken(id: string, now: number): VaultToken {
  return {
    ...{ id, accessor: newAccessor(), policies: ['root'], displayName: 'root', path: 'auth/token/root' },
    ...{ meta: null, entityId: '', issuedAt: now, ttl: 0, expiresAt: null, lastAt: null },
    ...{ numUses: 0, renewable: false, parent: null, period: 0, explicitMaxTtl: 0 },
  };
}

/** The `auth` object in the answers to a login, a creation and a renewal. */
export function authOf(token: VaultToken, leaseSeconds: number) {
  return {
    client_token: token.id,
    accessor: token.accessor,
    policies: token.policies,
    token_policies: token.policies,
    metadata: token.meta,
    lease_duration: leaseSeconds,
    renewable: token.renewable,
    entity_id: token.entityId,
    token_type: 'service',
    orphan: token.parent === null,
    mfa_requirement: null,
    num_uses: token.numUses,
  };
}
