import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { NO_CRITERIA } from '#shared/adapters/list-selection';
import { ignoreNotFound } from '#shared/adapters/not-found';
import type { FloatingIp, OpenStack } from '#shared/ports/openstack';
import type { CloudSession } from '../identity/cloud-session.ts';
import { listOfProject, listOwn } from '../list-own.ts';

type FloatingIps = Pick<OpenStack, 'listFloatingIps' | 'createFloatingIp' | 'deleteFloatingIp'>;

const owned = z.object({ id: z.string(), project_id: z.string() });
const floatingIpReply = owned.extend({
  floating_ip_address: z.string(),
  port_id: z.string().nullable(),
  fixed_ip_address: z.string().nullable(),
  description: z.string(),
});
type FloatingIpReply = z.infer<typeof floatingIpReply>;
const floatingIpOf = (item: FloatingIpReply): FloatingIp => ({
  id: item.id,
  address: item.floating_ip_address,
  portId: item.port_id ?? '',
  fixedIp: item.fixed_ip_address ?? '',
  description: item.description,
});

const LISTED = { collection: 'floatingips', item: floatingIpReply };

/** Floating IPs of any project. The session must belong to the cloud's own account. */
export const listFloatingIpsOf = async (session: CloudSession, projectId: string): Promise<FloatingIp[]> =>
  (await listOfProject(session, projectId, { op: 'listFloatingIpsOf', ...LISTED, where: NO_CRITERIA })).map(
    floatingIpOf,
  );

export const floatingIps = (session: CloudSession): FloatingIps => ({
  async listFloatingIps({ portId } = {}) {
    const where = { port_id: { is: portId, of: (it: FloatingIpReply) => it.port_id } };
    return (await listOwn(session, { op: 'listFloatingIps', ...LISTED, where })).map(floatingIpOf);
  },

  async createFloatingIp({ networkId, portId, description }) {
    const floatingip = { floating_network_id: networkId, port_id: portId, description };
    const reply = z.object({ floatingip: floatingIpReply });
    const call = {
      op: 'createFloatingIp',
      method: 'POST',
      path: '/floatingips',
      body: { floatingip },
      reply,
    } as const;
    return floatingIpOf((await session.call('network', call)).floatingip);
  },

  deleteFloatingIp: (id) =>
    ignoreNotFound(
      session.call('network', {
        op: 'deleteFloatingIp',
        method: 'DELETE',
        path: path`/floatingips/${id}`,
        reply: z.unknown(),
      }),
    ),
});
