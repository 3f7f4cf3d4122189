import { z } from 'zod';
import { kubernetesClient } from './cluster-api/kubernetes-client.ts';
import { simulatedManagement } from './cluster-api-management/simulated-management.ts';
import { managementContract } from './cluster-api-management.contract.ts';

const address = z.object({ url: z.string(), token: z.string(), ca: z.string(), namespace: z.string() });

/** `{url, token, ca, namespace}` of a real Kubernetes with Cluster API's managers and its in-memory provider. */
const real = process.env.PADDOCK_REAL_CLUSTER_API_MANAGEMENT;
if (real === undefined) {
  managementContract('the simulator of a management cluster', () => simulatedManagement(), true);
} else {
  const given = address.parse(JSON.parse(real));
  const client = kubernetesClient(given);
  const stop = async () => void client.close();
  managementContract('real managers', async () => ({ ...given, client, patienceMs: 240_000, stop }), false);
}
