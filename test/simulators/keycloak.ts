import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SimulatorDefinition } from './_kit/simulator-definition.ts';
import { keycloakArguments } from './keycloak/keycloak-arguments.ts';
import { type KeycloakContext, keycloakDelays } from './keycloak/keycloak-context.ts';
import { oidcRoutes } from './keycloak/oidc-routes.ts';
import { newSecret, PADDOCK_REALM, paddockRealm } from './keycloak/realm.ts';
import { signingKeys } from './keycloak/signing-keys.ts';

const rotation = z.object({ drop_old: z.boolean().default(false) });

/**
 * A Keycloak 26 with the realm `paddock`, its OpenID Connect half. Every user's password is his user name. `POST /_sim/rotate-keys`
 * makes a new signing key; the old ones stay published unless the body says `{"drop_old": true}`.
 */
export async function simulator(args: string[]): Promise<SimulatorDefinition> {
  const users = keycloakArguments(args);
  const secret = newSecret();
  const context: KeycloakContext = {
    realms: new Map([[PADDOCK_REALM, paddockRealm(users, secret)]]),
    keys: await signingKeys(),
    sessions: new Map(),
    devices: new Map(),
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
    },
    state: () => ({
      users: [...context.realms.values()].flatMap(visibleUsers),
      groups: [...context.realms.values()].flatMap(visibleGroups),
    }),
    sessions: () => ({ sessions: context.sessions.size, deviceLogins: context.devices.size }),
    reset() {
      context.realms.clear();
      context.realms.set(PADDOCK_REALM, paddockRealm(users, secret));
      context.sessions.clear();
      context.devices.clear();
    },
    credentials: (url) => ({
      issuer: `${url}/realms/${PADDOCK_REALM}`,
      realm: PADDOCK_REALM,
      client_id: 'paddock',
      service_client_id: 'paddock-sync',
      service_client_secret: secret,
      users: users.map(({ username }) => username),
    }),
  };
}

type Realm = ReturnType<typeof paddockRealm>;
const visibleUsers = ({ name, users }: Realm) =>
  [...users.values()].map(({ password: _secret, ...user }) => ({ ...user, realm: name }));
const visibleGroups = ({ name, groups }: Realm) => [...groups.values()].map((group) => ({ ...group, realm: name }));
