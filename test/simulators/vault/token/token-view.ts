import { instant } from '../durations.ts';
import type { VaultToken } from '../vault-objects.ts';

/** A token as `lookup` shows it. */
export function tokenView(token: VaultToken, now: number) {
  return {
    accessor: token.accessor,
    creation_time: Math.floor(token.issuedAt / 1000),
    creation_ttl: token.ttl / 1000,
    display_name: token.displayName,
    entity_id: token.entityId,
    expire_time: token.expiresAt === null ? null : instant(token.expiresAt),
    explicit_max_ttl: token.explicitMaxTtl / 1000,
    id: token.id,
    issue_time: instant(token.issuedAt),
    meta: token.meta,
    num_uses: token.numUses,
    orphan: token.parent === null,
    path: token.path,
    ...(token.period > 0 && { period: token.period / 1000 }),
    policies: token.policies,
    renewable: token.renewable,
    ttl: token.expiresAt === null ? 0 : Math.floor((token.expiresAt - now) / 1000),
    type: 'service',
  };
}
