import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Rancher } from '#shared/ports/rancher';

const EVENTUALLY = { timeout: 20_000, interval: 20 };
const VERSION = 'v1.31.7+rke2r1';
export type PlayedNode = { name: string; roles: readonly ('etcd' | 'control-plane' | 'worker')[] };
export const twoNodes = (prefix: string): PlayedNode[] => [
  { name: `${prefix}-00`, roles: ['etcd', 'control-plane', 'worker'] },
  { name: `${prefix}-01`, roles: ['worker'] },
];

/** Registers a machine in Rancher by the request that the installer of the system agent would send. */
async function join(url: string, token: string, { name, roles }: PlayedNode): Promise<void> {
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'x-cattle-id': randomUUID(), 'x-cattle-node-name': name },
    ...{ 'x-cattle-address': '10.20.0.9' },
    ...Object.fromEntries(roles.map((role) => [`x-cattle-role-${role}`, 'true'])),
  };
  const answer = await fetch(`${url}/v3/connect/agent`, { headers });
  if (!answer.ok) throw new Error(`${name} was answered ${answer.status}`);
}

type At = { rancher: Rancher; url: string };
type Named = { id: string; name: string };

/** Joins machines with the cluster's own registration command. Waits until the machines and the cluster are active. */
export async function joinCluster({ rancher, url }: At, cluster: Named, nodes: readonly PlayedNode[]): Promise<void> {
  const { id, name } = cluster;
  const listed = () => rancher.listNodes({ backendId: id, name });
  const token = async () => (await rancher.listRegistrationTokens(id)).find((it) => it.token)?.token;
  await expect.poll(token, EVENTUALLY).toBeTruthy();
  const before = (await listed()).length;
  for (const node of nodes) await join(url, (await token()) ?? '', node);
  const active = async () => (await listed()).filter(({ state }) => state === 'active').length;
  await expect.poll(active, EVENTUALLY).toBe(before + nodes.length);
  if (nodes.length === 0) return;
  await expect.poll(async () => (await rancher.findCluster(id))?.state, EVENTUALLY).toBe('active');
}

/**
 * A cluster in Rancher that Paddock did not create. The given nodes have joined. Without nodes, the cluster waits for
 * its first node.
 */
export async function aForeignCluster(
  at: At,
  nodes: readonly PlayedNode[],
  labels: Record<string, string> = {},
): Promise<Named> {
  const { rancher } = at;
  const name = `foreign-${randomUUID().slice(0, 8)}`;
  await rancher.createProvisioningCluster({ name, labels, kubernetesVersion: VERSION });
  const managementId = async () => (await rancher.findProvisioningCluster(name))?.managementId;
  await expect.poll(managementId, EVENTUALLY).toMatch(/^c-/);
  const id = (await managementId()) ?? '';
  await joinCluster(at, { id, name }, nodes);
  return { name, id };
}
