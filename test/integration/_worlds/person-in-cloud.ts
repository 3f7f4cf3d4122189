import { expect } from 'vitest';
import { z } from 'zod';
import { EVENTUALLY, inCloud, type StepWorld } from './step-world.ts';

const made = z.looseObject({
  volume: z.object({ id: z.string() }).optional(),
  snapshot: z.object({ id: z.string() }).optional(),
});

/** A person with the tenant's credential, who works in the cloud without Paddock. */
export async function personInCloud(world: StepWorld) {
  const { url } = world.cloud;
  const { application_credential_id: id, application_credential_secret: secret } = world.demo.access;
  const identity = { methods: ['application_credential'], application_credential: { id, secret } };
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    fetch(url + path, {
      ...{ method, headers: { 'content-type': 'application/json', ...headers } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const login = await send('POST', '/identity/v3/auth/tokens', { auth: { identity } });
  const token = { 'x-auth-token': login.headers.get('x-subject-token') };
  const post = async (path: string, body: unknown) => made.parse(await (await send('POST', path, body, token)).json());
  return {
    /** A volume at rest, which nothing but its id ties to anybody. */
    async volume(): Promise<string> {
      const { volume } = await post('/volume/v3/volumes', { volume: { size: 1 } });
      const status = async () => (await inCloud(world, 'volumes', volume?.id ?? ''))[0]?.status;
      await expect.poll(status, EVENTUALLY).toBe('available');
      return volume?.id ?? '';
    },
    attach: (serverId: string, volumeId: string) =>
      post(`/compute/v2.1/servers/${serverId}/os-volume_attachments`, { volumeAttachment: { volumeId } }),
    async snapshot(volumeId: string): Promise<string> {
      const wish = { snapshot: { volume_id: volumeId, force: true } };
      return (await post('/volume/v3/snapshots', wish)).snapshot?.id ?? '';
    },
    removeSnapshot: (snapshotId: string) => send('DELETE', `/volume/v3/snapshots/${snapshotId}`, undefined, token),
  };
}
