import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Connection } from '#shared/adapters/backend-request';
import { type ConnectAdmin, connectAdmin } from '#shared/adapters/keycloak/admin-client';
import { keycloakSessions } from '#shared/adapters/keycloak/keycloak-sessions';
import { secretName } from '#shared/domain/_core/secret-name';
import { someRancherSettings } from '#test/builders/builders';
import type { KeycloakUnderTest } from './keycloak/keycloak-under-test.ts';
import { keycloakContract } from './keycloak.contract.ts';
import { startSimulator } from './start-simulator.ts';
import { storedSecrets } from './stored-secrets.ts';

const access = z.object({ admin: z.object({ username: z.string(), password: z.string() }) });

async function simulated(): Promise<KeycloakUnderTest> {
  const simulator = await startSimulator('keycloak');
  const { admin } = access.parse(simulator.printed);
  return { url: simulator.url, admin, simulator, stop: simulator.stop };
}

/**
 * `{url, admin: {username, password}, played?}` of a Keycloak in which tests may create realms. The administrator is a
 * user of the realm `master`. `played`: the Keycloak is a simulator, which the tests treat like a real one.
 */
const real = process.env.PADDOCK_REAL_KEYCLOAK;
if (real === undefined) {
  keycloakContract('the Keycloak simulator', simulated, { canFail: true, brokers: false });
} else {
  const given = access.extend({ url: z.string(), played: z.boolean().default(false) }).parse(JSON.parse(real));
  const abilities = { canFail: false, brokers: !given.played };
  keycloakContract('a real Keycloak', async () => ({ ...given, stop: async () => {} }), abilities);
}

const clock = { now: () => new Date() };

test.each([true, false])('its certificate is verified as the settings say: %s (S1-035)', async (verifyTls) => {
  const settings = someRancherSettings();
  const names = { realm: 'paddock', userRealm: 'master', username: 'admin' };
  settings.options.keycloak = { url: 'https://id.example.org/auth/', ...names, syncFrequency: 15, verifyTls };
  const secrets = storedSecrets({ [secretName('test', 'keycloak', settings.uuid)]: { password: 'x' } });
  const connected: Connection[] = [];
  const connect: ConnectAdmin = (connection) => {
    connected.push(connection);
    return connectAdmin(connection);
  };
  expect(await keycloakSessions({ secrets, stage: 'test', connect, clock }).open(settings)).toBeDefined();
  expect(connected).toMatchObject([{ baseUrl: 'https://id.example.org/auth/', verifyTls }]);
});

test('a provider without a Keycloak has no session, and its secret is not looked for (S0-296)', async () => {
  const sessions = keycloakSessions({ secrets: storedSecrets({}), stage: 'test', clock });
  expect(await sessions.open(someRancherSettings())).toBeUndefined();
});
