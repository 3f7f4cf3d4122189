import { z } from 'zod';
import type { OpenStack } from '../../ports/openstack.ts';
import { ignoreNotFound } from '../ignore-not-found.ts';
import { path } from '../json-client.ts';
import { EVERYTHING } from '../selection.ts';
import type { CloudSession } from './identity/cloud-session.ts';
import { created, flavorReply, serverOf, serverReply } from './schemas.ts';
import { serverRequest } from './server-request.ts';

type Compute = Pick<
  OpenStack,
  'listFlavors' | 'listServers' | 'createServer' | 'deleteServer' | 'listAvailabilityZones'
>;

const zones = z.object({
  availabilityZoneInfo: z.array(z.object({ zoneName: z.string(), zoneState: z.object({ available: z.boolean() }) })),
});

/** Nova. */
export const compute = (session: CloudSession): Compute => ({
  listFlavors: () =>
    session.list('compute', {
      ...{ op: 'listFlavors', path: '/flavors/detail', collection: 'flavors', item: flavorReply },
      where: EVERYTHING,
    }),

  async listAvailabilityZones() {
    const call = { op: 'listAvailabilityZones', method: 'GET', path: '/os-availability-zone', reply: zones } as const;
    const { availabilityZoneInfo } = await session.call('compute', call);
    return availabilityZoneInfo.filter(({ zoneState }) => zoneState.available).map(({ zoneName }) => zoneName);
  },

  async listServers({ tag } = {}) {
    const { projectId } = await session.token();
    const listed = await session.list('compute', {
      ...{ op: 'listServers', path: '/servers/detail', collection: 'servers', item: serverReply },
      where: {
        tags: { has: tag, of: (it) => it.tags },
        // Nova only lists the token's own project by default.
        project: { ask: undefined, holds: (it) => it.tenant_id === projectId },
      },
    });
    return listed.map(serverOf);
  },

  async createServer(server) {
    const reply = z.object({ server: created });
    const body = serverRequest(server);
    // Nova quotes values that are too long or malformed.
    const secrets = [body.server.user_data, server.userData];
    const request = { op: 'createServer', method: 'POST', path: '/servers', body, reply, secrets } as const;
    const answer = await session.exchange('compute', request);
    const requestId = answer.header('x-openstack-request-id');
    return { id: answer.body.server.id, ...(requestId !== undefined && { requestId }) };
  },

  deleteServer: (id) =>
    ignoreNotFound(
      session.call('compute', { op: 'deleteServer', method: 'DELETE', path: path`/servers/${id}`, reply: z.unknown() }),
    ),
});
