import { randomUUID } from 'node:crypto';

/** Sends the request that the system agent's installer sends on a machine with all roles. */
export async function joinAsAgent(url: string, token: string, name: string): Promise<void> {
  const answer = await fetch(`${url}/v3/connect/agent`, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-cattle-id': randomUUID(),
      'x-cattle-node-name': name,
      'x-cattle-address': '10.0.0.10',
      'x-cattle-role-etcd': 'true',
      'x-cattle-role-control-plane': 'true',
      'x-cattle-role-worker': 'true',
    },
  });
  if (!answer.ok) throw new Error(`the machine was answered ${answer.status}`);
}
