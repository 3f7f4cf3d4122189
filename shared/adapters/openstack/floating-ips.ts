import { z } from 'zod';
import type { FloatingIp, OpenStack } from '../../ports/openstack.ts';
import { goneIsFine } from '../gone-is-fine.ts';
import { path } from '../json-client.ts';
import type { CloudSession } from './cloud-session.ts';
import { listOfProject, listOwn } from './list-own.ts';

type FloatingIps = Pick<OpenStack, 'listFloatingIps' | 'createFloatingIp' | 'deleteFloatingIp'>;

const owned = z.object({ id: z.string(), project_id: z.string() });
const floatingIpReply = owned.extend({
  floating_ip_address: z.string(),
  port_id: z.string().nullable(),
  fixed_ip_address: z.string().nullable(),
  description: z.string(),
});
const floatingIpOf = (item: z.infer<typeof floatingIpReply>): FloatingIp => ({
  id: item.id,
  address: item.floating_ip_address,
  portId: item.port_id ?? '',
  fixedIp: item.fixed_ip_address ?? '',
  description: item.description,
});

const LISTING = { op: 'listFloatingIps', collection: 'floatingips', item: floatingIpReply };

/** For the cloud's own account. */
export const listFloatingIpsOf = async (session: CloudSession, projectId: string): Promise<FloatingIp[]> =>
  (await listOfProject(session, projectId, LISTING)).map(floatingIpOf);

/** Neutron's ways in from an external network. */
export const floatingIps = (session: CloudSession): FloatingIps => ({
  async listFloatingIps({ portId } = {}) {
    const query = { port_id: portId };
    const listed = await listOwn(session, { ...LISTING, query });
    return listed.map(floatingIpOf).filter((item) => portId === undefined || item.portId === portId);
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
    goneIsFine(
      session.call('network', {
        op: 'deleteFloatingIp',
        method: 'DELETE',
        path: path`/floatingips/${id}`,
        reply: z.unknown(),
      }),
    ),
});
