import { until } from '#infra/local/until';
import type { Rancher } from '#shared/ports/rancher';
import { joinAsAgent } from './join-as-agent.ts';

const VERSION = 'v1.31.7+rke2r1';
const TIMEOUT_MS = 60_000;

/**
 * Creates a cluster, registers a machine with all roles, and waits until the cluster is active. Returns Rancher's id of
 * the cluster.
 * `url` is the address of Rancher.
 */
export async function joinedCluster(rancher: Rancher, url: string, name: string): Promise<string> {
  await rancher.createProvisioningCluster({ name, labels: {}, kubernetesVersion: VERSION });
  const soon = { tooLate: `Cluster ${name} does not become active.`, timeoutMs: TIMEOUT_MS };
  const id = await until(soon, async () => (await rancher.findProvisioningCluster(name))?.managementId || undefined);
  const token = await until(soon, async () => (await rancher.listRegistrationTokens(id))[0]?.token || undefined);
  await joinAsAgent(url, token, 'all-roles');
  return until(soon, async () => ((await rancher.findCluster(id))?.state === 'active' ? id : undefined));
}
