import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SimulatorDefinition } from './_kit/simulator-definition.ts';
import { adminRoutes } from './keycloak/admin/admin-routes.ts';
import { groupDetails, groupPath } from './keycloak/admin/group-view.ts';
import { namesHeld } from './keycloak/admin/held-roles.ts';
import { keycloakArguments } from './keycloak/keycloak-arguments.ts';
import { type KeycloakContext, keycloakDelays } from './keycloak/keycloak-context.ts';
import { oidcRoutes } from './keycloak/oidc-routes.ts';
import {
  type KeycloakRealm,
  type KeycloakUser,
  MASTER_REALM,
  masterRealm,
  PADDOCK_REALM,
  paddockRealm,
  REALM_MANAGEMENT,
  refillRealm,
} from './keycloak/realm.ts';
import { newSecret } from './keycloak/realm-client.ts';
import { signingKeys } from './keycloak/signing-keys.ts';

const rotation = z.object({ drop_old: z.boolean().default(false) });

/**
 * A Keycloak 26 with the realms `master` and `paddock`. It serves OpenID Connect, and the admin API's realms, groups,
 * users, memberships and events. The password of every user of `paddock` is the user name. `POST /_sim/rotate-keys`
 * makes a new signing key; the old ones stay published unless the body says `{"drop_old": true}`.
 */
export async function simulator(args: string[]): Promise<SimulatorDefinition> {
  const users = keycloakArguments(args);
  const secret = newSecret();
  const admin = { username: 'admin', password: newSecret() };
  const realms = () => [masterRealm(admin), paddockRealm(users, secret)].map((realm) => [realm.name, realm] as const);
  const context: KeycloakContext = {
    realms: new Map(realms()),
    keys: await signingKeys(),
    sessions: new Map(),
    devices: new Map(),
    pages: new Map(),
    codes: new Map(),
    refreshSecret: randomBytes(64),
    delays: { ...keycloakDelays },
    now: () => Date.now(),
  };
  return {
    name: 'keycloak',
    delays: context.delays,
    async routes(app) {
      app.post('/_sim/rotate-keys', async (request) => {
        const { drop_old: dropOld } = rotation.parse(request.body ?? {});
        await context.keys.rotate({ dropOld });
        return context.keys.published();
      });
      await app.register(async (scope) => oidcRoutes(scope, context));
      await app.register(async (scope) => adminRoutes(scope, context));
    },
    state: () => ({
      users: [...context.realms.values()].flatMap(visibleUsers),
      groups: [...context.realms.values()].flatMap(visibleGroups),
    }),
    sessions: () => ({ sessions: context.sessions.size, deviceLogins: context.devices.size }),
    reset() {
      // Seeded realms are refilled in place, so that references to them stay valid.
      const seeded = realms().map(
        ([name, fresh]) => [name, refillRealm(context.realms.get(name) ?? fresh, fresh)] as const,
      );
      context.realms.clear();
      for (const [name, realm] of seeded) context.realms.set(name, realm);
      context.sessions.clear();
      context.devices.clear();
      context.pages.clear();
      context.codes.clear();
    },
    credentials: (url) => ({
      issuer: `${url}/realms/${PADDOCK_REALM}`,
      realm: PADDOCK_REALM,
      client_id: 'paddock',
      service_client_id: 'paddock-sync',
      service_client_secret: secret,
      users: users.map(({ username }) => username),
      admin: { ...admin, realm: MASTER_REALM },
    }),
  };
}

const visibleUsers = (home: KeycloakRealm) =>
  [...home.users.values()].map((user) => {
    const { id, username, email, firstName, lastName, enabled } = user;
    return {
      id,
      username,
      email,
      firstName,
      lastName,
      enabled,
      roles: managementRoles(home, user),
      realm: home.name,
    };
  });
function managementRoles({ clients }: KeycloakRealm, user: KeycloakUser): string[] {
  const management = clients.get(REALM_MANAGEMENT);
  return management ? [...namesHeld(user, management)].sort() : [];
}

const visibleGroups = (home: KeycloakRealm) =>
  [...home.groups.values()].map((group) => {
    const { name: realm, groups, users } = home;
    const members = [...group.members].map((id) => users.get(id)?.username ?? id).sort();
    const { id, name, parentId, description } = group;
    return {
      id,
      name,
      parentId,
      description,
      ...groupDetails(home, group),
      members,
      path: groupPath(groups, group),
      realm,
    };
  });
