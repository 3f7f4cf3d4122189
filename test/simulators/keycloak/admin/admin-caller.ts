import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import type { KeycloakContext } from '../keycloak-context.ts';
import { type KeycloakRealm, REALM_MANAGEMENT } from '../realm.ts';
import { hasRole, isRealmRole, REALM_ROLES, type RealmRole } from '../realm-roles.ts';
import { accessClaims, sessionOfAccessToken } from '../verify-tokens.ts';
import { forbidden, unauthorized } from './admin-error.ts';
import { adminRoles } from './held-roles.ts';

export interface AdminCaller {
  /** The caller's realm and user, as events show them. */
  identity: { realmId: string; userId: string };
  /**
   * Whether the caller has one of these roles in that realm. The administrator of `master` has all roles in every
   * realm.
   */
  may(realm: KeycloakRealm, ...oneOf: RealmRole[]): boolean;
  /** @throws AdminError 403 */
  assertRole(realm: KeycloakRealm, ...oneOf: RealmRole[]): void;
  /** @throws AdminError 403 for every caller except the administrator of `master` */
  assertMaster(): void;
}

/**
 * The caller of the admin API. The caller's token may be of any realm.
 * @throws AdminError 401 if the token is missing, forged or expired, or its session is over
 */
export async function requireAdmin(context: KeycloakContext, request: FastifyRequest): Promise<AdminCaller> {
  const token = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
  const issuer = issuerOf(token);
  const realms = `${request.protocol}://${request.host}/realms/`;
  const home = issuer.startsWith(realms) && context.realms.get(issuer.slice(realms.length));
  const claims = home && (await accessClaims(context, { issuer, token }));
  if (!home || !claims) throw unauthorized();
  const found = await sessionOfAccessToken(context, { realm: home, issuer, token });
  // A client's own token has no session. It has only the rights of the client's service account.
  if (!found && claims.sid !== undefined) throw unauthorized();
  const user = found?.user;
  // A client's token holds the roles that its service account had when the token was issued.
  const roles = user ? adminRoles(home, user) : rolesIn(claims);
  const may: AdminCaller['may'] = (realm, ...oneOf) =>
    user?.isAdmin === true || (realm === home && oneOf.some((role) => hasRole(roles, role)));
  return {
    identity: { realmId: home.id, userId: user?.id ?? claims.sub ?? '' },
    may,
    assertRole(realm, ...oneOf) {
      if (!may(realm, ...oneOf)) throw forbidden();
    },
    assertMaster() {
      if (!user?.isAdmin) throw forbidden();
    },
  };
}

const granted = z.object({
  resource_access: z.object({ [REALM_MANAGEMENT]: z.object({ roles: z.array(z.string()) }) }),
});

function rolesIn(claims: unknown): Set<RealmRole> {
  const read = granted.safeParse(claims);
  return new Set(read.success ? read.data.resource_access[REALM_MANAGEMENT].roles.filter(isRealmRole) : []);
}

/** Roles for requests that every caller with at least one role may make. */
export const ANY_ROLE: readonly RealmRole[] = REALM_ROLES;

function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    return '';
  }
}
