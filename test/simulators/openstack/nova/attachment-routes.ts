import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { volumeNotFound } from '../cinder/volumes.ts';
import type { Cloud } from '../cloud.ts';
import { computeRefusal } from '../refusal.ts';
import { minorOf } from './microversion.ts';
import { novaCaller, novaPolicy, ownServer } from './nova-caller.ts';
import type { AttachedVolume, Server } from './rows.ts';
import { attachVolume, deviceName } from './servers/build-server.ts';
import { detachVolume } from './servers/release-resources.ts';

interface OfServer {
  Params: { id: string; volumeId: string };
}

const attachment = z.object({
  volumeAttachment: z.strictObject({
    volumeId: z.string(),
    device: z.string().nullish(),
    tag: z.string().optional(),
    delete_on_termination: z.boolean().optional(),
  }),
});

/** `/servers/{id}/os-volume_attachments` and `/os-interface`: the volumes and ports of a server. */
export function addAttachmentRoutes(app: FastifyInstance, cloud: Cloud): void {
  const path = '/servers/:id/os-volume_attachments';

  app.get<OfServer>(path, async (request) => {
    const server = ownServer(cloud, novaCaller(cloud, request), request.params.id);
    return { volumeAttachments: server.volumes.map((one) => attachmentView(server, one, minorOf(request))) };
  });

  app.get<OfServer>(`${path}/:volumeId`, async (request) => {
    const server = ownServer(cloud, novaCaller(cloud, request), request.params.id);
    return { volumeAttachment: attachmentView(server, attached(server, request.params.volumeId), minorOf(request)) };
  });

  app.post<OfServer>(path, async (request) => {
    const caller = novaCaller(cloud, request);
    const server = ownServer(cloud, caller, request.params.id);
    novaPolicy(caller.writer, 'os-volumes-attachments:create');
    const wish = attachment.parse(request.body).volumeAttachment;
    const volume = cloud.cinder.volumes.get(wish.volumeId);
    if (!volume || volume.project_id !== server.project_id) throw volumeNotFound(wish.volumeId);
    if (volume.status !== 'available') {
      const message = `Invalid volume: volume ${volume.id} status must be 'available'. Currently in '${volume.status}'`;
      throw computeRefusal(400, message);
    }
    const device = wish.device ?? deviceName(server.volumes.length + (server.imageId ? 1 : 0));
    const one = { volumeId: volume.id, device, deleteOnTermination: wish.delete_on_termination ?? false };
    attachVolume(cloud, server, one);
    return { volumeAttachment: attachmentView(server, one, minorOf(request)) };
  });

  app.delete<OfServer>(`${path}/:volumeId`, async (request, reply) => {
    const caller = novaCaller(cloud, request);
    const server = ownServer(cloud, caller, request.params.id);
    novaPolicy(caller.writer, 'os-volumes-attachments:delete');
    const { volumeId } = attached(server, request.params.volumeId);
    server.volumes = server.volumes.filter((one) => one.volumeId !== volumeId);
    detachVolume(cloud, volumeId);
    return reply.code(202).send();
  });

  app.get<OfServer>('/servers/:id/os-interface', async (request) => {
    const server = ownServer(cloud, novaCaller(cloud, request), request.params.id);
    return { interfaceAttachments: interfacesOf(cloud, server) };
  });
}

function attached(server: Server, volumeId: string): AttachedVolume {
  const found = server.volumes.find((one) => one.volumeId === volumeId);
  if (found) return found;
  throw computeRefusal(404, `Instance ${server.id} is not attached to volume ${volumeId}`);
}

function attachmentView(
  { id: serverId }: Server,
  { volumeId, device, deleteOnTermination }: AttachedVolume,
  minor: number,
) {
  return {
    ...{ serverId, volumeId, device },
    ...(minor < 89 ? { id: volumeId } : { attachment_id: volumeId, bdm_uuid: volumeId }),
    ...(minor >= 70 && { tag: null }),
    ...(minor >= 79 && { delete_on_termination: deleteOnTermination }),
  };
}

function interfacesOf({ neutron }: Cloud, { nics }: Server) {
  return nics.flatMap(({ portId }) => {
    const port = neutron.ports.get(portId);
    if (!port) return [];
    const { id: port_id, network_id: net_id, mac_address: mac_addr, fixed_ips, status: port_state } = port;
    return [{ port_id, net_id, mac_addr, fixed_ips, port_state }];
  });
}
