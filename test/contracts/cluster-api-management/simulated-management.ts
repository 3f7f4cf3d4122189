import { z } from 'zod';
import { kubernetesClient } from '../cluster-api/kubernetes-client.ts';
import { type Simulator, startSimulator } from '../start-simulator.ts';
import type { ManagementUnderTest } from './management-under-test.ts';

const printed = z.object({
  token: z.string(),
  reader_token: z.string(),
  ca_certificate: z.string(),
  namespace: z.string(),
});

/** Starts a simulator, or uses the given one. The simulator's delays are a hundredth of the delays of real managers. */
export async function simulatedManagement(given?: Simulator): Promise<ManagementUnderTest> {
  const simulator = given ?? (await startSimulator('cluster-api'));
  await simulator.setDelays({ pace: 0.01 });
  const { token, reader_token: readerToken, ca_certificate: ca, namespace } = printed.parse(simulator.printed);
  const url = simulator.httpsUrl;
  const client = kubernetesClient({ url, token, ca });
  return {
    ...{ url, ca, token, readerToken, namespace, simulator, client, patienceMs: 10_000 },
    async stop() {
      client.close();
      await simulator.stop();
    },
  };
}
