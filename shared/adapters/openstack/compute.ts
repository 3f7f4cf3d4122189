import { z } from 'zod';
import { gigabytesOf } from '#shared/domain/planning/checks/check-tenant-quotas';
import type { NewServer, OpenStack } from '../../ports/openstack.ts';
import { path } from '../json-client.ts';
import { NO_CRITERIA } from '../list-selection.ts';
import { ignoreNotFound } from '../not-found.ts';
import type { CloudSession } from './identity/cloud-session.ts';
import { createdObject, flavorReply, serverReply, toServer } from './schemas.ts';

type Compute = Pick<
  OpenStack,
  'listFlavors' | 'listServers' | 'createServer' | 'deleteServer' | 'listAvailabilityZones'
>;

const zones = z.object({
  availabilityZoneInfo: z.array(z.object({ zoneName: z.string(), zoneState: z.object({ available: z.boolean() }) })),
});

export const compute = (session: CloudSession): Compute => ({
  listFlavors: () =>
    session.list('compute', {
      op: 'listFlavors',
      path: '/flavors/detail',
      collection: 'flavors',
      item: flavorReply,
      where: NO_CRITERIA,
    }),

  async listAvailabilityZones() {
    const call = { op: 'listAvailabilityZones', method: 'GET', path: '/os-availability-zone', reply: zones } as const;
    const { availabilityZoneInfo } = await session.call('compute', call);
    return availabilityZoneInfo.filter(({ zoneState }) => zoneState.available).map(({ zoneName }) => zoneName);
  },

  async listServers({ tag } = {}) {
    const { projectId } = await session.token();
    const listed = await session.list('compute', {
      op: 'listServers',
      path: '/servers/detail',
      collection: 'servers',
      item: serverReply,
      where: {
        tags: { has: tag, of: (it) => it.tags },
        // The query names no project, because Nova by default lists only the servers of the token's project.
        project: { ask: undefined, holds: (it) => it.tenant_id === projectId },
      },
    });
    return listed.map(toServer);
  },

  async createServer(server) {
    const reply = z.object({ server: createdObject });
    const body = serverRequest(server);
    // Nova's errors quote values that are too long or malformed. So the user data, which contains secrets, is removed
    // from errors.
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

/**
 * One request creates a machine with all its volumes (docs/spec/design.md#few-calls). Nova deletes the volumes with the
 * server.
 */
export function serverRequest({ spec, portId, tags, userData, serverGroupId }: NewServer) {
  const volumeOf = (sizeMb: number, type: string | undefined) => ({
    destination_type: 'volume',
    volume_size: gigabytesOf(sizeMb),
    delete_on_termination: true,
    ...(type !== undefined && { volume_type: type }),
  });
  return {
    server: {
      name: spec.name,
      flavorRef: spec.flavorId,
      networks: [{ port: portId }],
      block_device_mapping_v2: [
        {
          boot_index: 0,
          source_type: 'image',
          uuid: spec.imageId,
          ...volumeOf(spec.systemVolumeSizeMb, spec.systemVolumeType),
        },
        ...spec.dataVolumes.map(({ sizeMb, volumeType }) => ({
          boot_index: -1,
          source_type: 'blank',
          ...volumeOf(sizeMb, volumeType),
        })),
      ],
      user_data: Buffer.from(userData).toString('base64'),
      tags,
      ...(spec.availabilityZone !== undefined && { availability_zone: spec.availabilityZone }),
    },
    ...(serverGroupId !== undefined && { 'os:scheduler_hints': { group: serverGroupId } }),
  };
}

type OneServer = Pick<
  OpenStack,
  'stopServer' | 'startServer' | 'tagServer' | 'untagServer' | 'consoleUrl' | 'consoleLog'
>;

const action = (id: string): string => path`/servers/${id}/action`;

export const oneServer = (session: CloudSession): OneServer => ({
  async stopServer(id) {
    const body = { 'os-stop': null };
    await session.call('compute', { op: 'stopServer', method: 'POST', path: action(id), body, reply: z.unknown() });
  },

  async startServer(id) {
    const body = { 'os-start': null };
    await session.call('compute', { op: 'startServer', method: 'POST', path: action(id), body, reply: z.unknown() });
  },

  async tagServer(id, tag) {
    const at = path`/servers/${id}/tags/${tag}`;
    await session.call('compute', { op: 'tagServer', method: 'PUT', path: at, reply: z.unknown() });
  },

  untagServer: (id, tag) => {
    const at = path`/servers/${id}/tags/${tag}`;
    return ignoreNotFound(
      session.call('compute', { op: 'untagServer', method: 'DELETE', path: at, reply: z.unknown() }),
    );
  },

  async consoleUrl(id) {
    const body = { remote_console: { protocol: 'vnc', type: 'novnc' } };
    const reply = z.object({ remote_console: z.object({ url: z.string() }) });
    const request = {
      op: 'consoleUrl',
      method: 'POST',
      path: path`/servers/${id}/remote-consoles`,
      body,
      reply,
    } as const;
    return (await session.call('compute', request)).remote_console.url;
  },

  async consoleLog(id, lines) {
    const body = { 'os-getConsoleOutput': { length: lines ?? null } };
    const reply = z.object({ output: z.string().nullish() });
    const request = { op: 'consoleLog', method: 'POST', path: action(id), body, reply } as const;
    return (await session.call('compute', request)).output ?? '';
  },
});
