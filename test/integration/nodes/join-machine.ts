import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import type { RancherMarket } from '../_worlds/rancher-market.ts';

/**
 * Registers a machine with all roles, as the installer of Rancher's system agent does. Afterwards the cluster is active
 * and its API answers.
 */
export async function joinMachine(
  { opened, simulator }: Pick<RancherMarket, 'opened' | 'simulator'>,
  { backendId }: Cluster,
): Promise<void> {
  const issued = async () => (await opened.rancher.listRegistrationTokens(backendId)).find((it) => it.token);
  await expect.poll(issued, EVENTUALLY).toBeTruthy();
  const roles = ['etcd', 'control-plane', 'worker'].map((role) => [`x-cattle-role-${role}`, 'true'] as const);
  const headers = {
    ...{ authorization: `Bearer ${(await issued())?.token}`, 'x-cattle-id': randomUUID() },
    ...{ 'x-cattle-node-name': 'one', 'x-cattle-address': '10.0.0.10' },
    ...Object.fromEntries(roles),
  };
  expect((await fetch(`${simulator.url}/v3/connect/agent`, { headers })).ok).toBe(true);
  const state = async () => (await opened.rancher.findCluster(backendId))?.state;
  await expect.poll(state, EVENTUALLY).toBe('active');
}
