import { groupPath } from './admin/group-view.ts';
import type { ProtocolMapper } from './admin/protocol-mapper.ts';
import type { KeycloakRealm, KeycloakUser } from './realm.ts';

/** What a mapper adds to, as its configuration names it. */
export type TokenKind = 'id.token' | 'access.token' | 'userinfo.token';

/**
 * A user's groups under the names that the client's mappers give them; of a child its own name, or the path to it. A user who is in none
 * gets no claim (measured).
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
