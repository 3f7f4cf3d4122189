import { z } from 'zod';
import { joinAsAgent } from './rancher/join-as-agent.ts';
import { cloudBeside } from './rancher/pools/cloud-beside.ts';
import type { RancherUnderTest } from './rancher/rancher-under-test.ts';
import { rancherContract } from './rancher.contract.ts';
import { startSimulator } from './start-simulator.ts';

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

/** `{url, access_key, secret_key, played?}` of a Rancher that may be filled with test clusters; `played`: machines can be played beside it. */
const real = process.env.PADDOCK_REAL_RANCHER;
if (real === undefined) {
  rancherContract('the Rancher simulator', simulated, true);
} else {
  const given = access.extend({ played: z.boolean().default(false) }).parse(JSON.parse(real));
  const joinMachine = (token: string, name: string) => joinAsAgent(given.url, token, name);
  const backend = { url: given.url, key: keyOf(given), ...(given.played && { joinMachine }), stop: async () => {} };
  rancherContract('a real Rancher', async () => backend, false);
}
