import { groupPath } from './admin/group-view.ts';
import type { ProtocolMapper } from './admin/protocol-mapper.ts';
import type { KeycloakRealm, KeycloakUser } from './realm.ts';

/**
 * The kind of token to which a mapper adds claims. The mapper has a setting for each kind, such as `id.token.claim`.
 */
export type TokenKind = 'id.token' | 'access.token' | 'userinfo.token';

/**
 * A user's groups, under the claim names of the client's mappers. A child group appears by its own name or by its path.
 * A user without groups gets no claim (measured).
 */
export function groupClaims(
  { groups }: KeycloakRealm,
  mappers: readonly ProtocolMapper[],
  { id }: KeycloakUser,
  into: TokenKind,
): Record<string, string[]> {
  const own = [...groups.values()].filter(({ members }) => members.has(id));
  if (own.length === 0) return {};
  const effective = mappers.filter(
    (it) => it.protocolMapper === 'oidc-group-membership-mapper' && it.config[`${into}.claim`] === 'true',
  );
  return Object.fromEntries(
    effective.map(({ config }) => {
      const isPath = config['full.path'] === 'true';
      return [config['claim.name'] ?? '', own.map((group) => (isPath ? groupPath(groups, group) : group.name))];
    }),
  );
}
