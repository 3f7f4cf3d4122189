import { expect } from 'vitest';
import { z } from 'zod';
import { EVENTUALLY, inCloud, type StepWorld } from './step-world.ts';

const made = z.record(z.string(), z.object({ id: z.string() }));

/** A person with the tenant's credential, who works in the cloud without Paddock. */
export async function personInCloud(world: StepWorld) {
  const { url, printed } = world.cloud;
  const { external_network_id: externalNetwork } = z.looseObject({ external_network_id: z.string() }).parse(printed);
  const { application_credential_id: id, application_credential_secret: secret } = world.demo.access;
  const identity = { methods: ['application_credential'], application_credential: { id, secret } };
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    fetch(url + path, {
      ...{ method, headers: { 'content-type': 'application/json', ...headers } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const login = await send('POST', '/identity/v3/auth/tokens', { auth: { identity } });
  const token = { 'x-auth-token': login.headers.get('x-subject-token') };
  const post = async (path: string, body: unknown): Promise<string> => {
    const answer = made.parse(await (await send('POST', path, body, token)).json());
    return Object.values(answer)[0]?.id ?? '';
  };
  return {
    /** An available volume. Only its id and metadata can link it to a cluster. */
    async volume(metadata: Record<string, string> = {}): Promise<string> {
      const id = await post('/volume/v3/volumes', { volume: { size: 1, metadata } });
      const status = async () => (await inCloud(world, 'volumes', id))[0]?.status;
      await expect.poll(status, EVENTUALLY).toBe('available');
      return id;
    },
    attach: (serverId: string, volumeId: string) =>
      post(`/compute/v2.1/servers/${serverId}/os-volume_attachments`, { volumeAttachment: { volumeId } }),
    snapshot: (volumeId: string) => post('/volume/v3/snapshots', { snapshot: { volume_id: volumeId, force: true } }),
    loadBalancer: (fields: { name: string; description: string; vip_subnet_id?: string }) =>
      post('/load-balancer/v2/lbaas/loadbalancers', {
        loadbalancer: { vip_subnet_id: world.demo.access.subnet_id, ...fields },
      }),
    floatingIp: (description: string) =>
      post('/network/v2.0/floatingips', {
        floatingip: { floating_network_id: externalNetwork, description },
      }),
    securityGroup: (security_group: { name: string; description: string }) =>
      post('/network/v2.0/security-groups', { security_group }),
    removeSnapshot: (snapshotId: string) => send('DELETE', `/volume/v3/snapshots/${snapshotId}`, undefined, token),
  };
}
