import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Connection } from '#shared/adapters/backend-request';
import { connectJson } from '#shared/adapters/json-client';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { secretName } from '#shared/domain/_core/secret-name';
import { someRancherSettings } from '#test/builders/builders';
import { joinAsAgent } from './rancher/join-as-agent.ts';
import { cloudBeside } from './rancher/pools/cloud-beside.ts';
import type { RancherUnderTest } from './rancher/rancher-under-test.ts';
import { rancherContract } from './rancher.contract.ts';
import { startSimulator } from './start-simulator.ts';
import { storedSecrets } from './stored-secrets.ts';

const access = z.object({ url: z.string(), access_key: z.string(), secret_key: z.string() });
const keyOf = (it: z.infer<typeof access>) => ({ username: it.access_key, password: it.secret_key });

async function simulated(): Promise<RancherUnderTest> {
  const simulator = await startSimulator('rancher');
  await simulator.setDelays({ pace: 0.01 });
  const printed = access.parse(simulator.printed);
  return {
    url: simulator.url,
    key: keyOf(printed),
    simulator,
    joinMachine: (token, name) => joinAsAgent(simulator.url, token, name),
    cloud: await cloudBeside(),
    stop: simulator.stop,
  };
}

test.each([true, false])('its certificate is verified as the settings say: %s (S1-025, U44)', async (verifyTls) => {
  const settings = someRancherSettings();
  settings.options.verifyTls = verifyTls;
  const secrets = storedSecrets({ [secretName('test', 'rancher', settings.uuid)]: { username: 'a', password: 'b' } });
  const connected: Connection[] = [];
  const connect = (connection: Connection) => {
    connected.push(connection);
    return connectJson(connection);
  };
  await rancherSessions({ secrets, stage: 'test', connect, clock: { now: () => new Date() } }).open(settings);
  expect(connected).toMatchObject([{ baseUrl: settings.options.backendUrl, verifyTls }]);
});

/**
 * `{url, access_key, secret_key, played?}` of a real Rancher in which tests may create clusters. If `played` is true,
 * tests can simulate machines that join this Rancher.
 */
const real = process.env.PADDOCK_REAL_RANCHER;
if (real === undefined) {
  rancherContract('the Rancher simulator', simulated, true);
} else {
  const given = access.extend({ played: z.boolean().default(false) }).parse(JSON.parse(real));
  const joinMachine = (token: string, name: string) => joinAsAgent(given.url, token, name);
  const backend = { url: given.url, key: keyOf(given), ...(given.played && { joinMachine }), stop: async () => {} };
  rancherContract('a real Rancher', async () => backend, false);
}
